import type { Database } from "better-sqlite3";
import { up as runs } from "./001-runs.ts";
import { up as audit } from "./002-audit.ts";
import { up as overrides } from "./003-overrides.ts";
import { up as notComparable } from "./004-not-comparable.ts";
import { up as cells } from "./005-cells.ts";

/** Position + 1 is the user_version that a step leads to. Append only: a shipped step is never edited. */
export const migrations: readonly ((db: Database) => void)[] = [runs, audit, overrides, notComparable, cells];
