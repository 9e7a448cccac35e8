import type { CodeKind } from "../mutant.ts";
import { habitKinds } from "./habits.ts";

/** Every kind of fault that is planted in the code and executed. */
export const codeKinds: readonly CodeKind[] = habitKinds;
