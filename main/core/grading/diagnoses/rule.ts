/** A diagnosis: one named rule that says what went wrong, where, and what to do about it. */
import { basename } from "node:path/posix";
import type { CodePlace } from "../../../../preload/contract/run.ts";
import type { Evidence } from "../../evidence/evidence.ts";
import type { Template, Values } from "../text.ts";

export interface Found {
  readonly values: Values;
  readonly at: CodePlace | null;
  /** Where the rule has another sentence for this fault than its own. */
  readonly message?: Template;
  readonly fix?: Template;
}

export interface DiagnosisRule {
  readonly rule: string;
  readonly group: "imports" | "time" | "memory_files" | "f1_zero" | "reporting" | "honesty";
  readonly message: Template;
  readonly fix: Template;
  readonly find: (evidence: Evidence) => readonly Found[];
}

export const place = (file: string | null, line: number | null): CodePlace | null =>
  file === null || line === null ? null : { file: basename(file), line };
