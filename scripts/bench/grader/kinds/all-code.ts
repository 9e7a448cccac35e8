import type { CodeKind } from "../mutant.ts";

/** Every kind of fault that is planted in the code and executed. */
export const codeKinds: readonly CodeKind[] = [];
