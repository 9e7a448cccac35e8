import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Run } from "../../../preload/contract/index.ts";

/** Where the files of one run lie. The same shape is written by an export and read back by `grade DIR`. */
export interface RunFolders {
  readonly root: string;
  readonly solution: string;
  readonly log: string;
  readonly report: string;
  readonly evidence: string;
  readonly work: string;
  /** The part of the log that the scored run wrote, where an agent's own program wrote before it. */
  readonly scoredLog: string;
  /** The second verification execution: probe rows among the hold-out. `plan` says which; no box sees it. */
  readonly probes: {
    readonly report: string;
    readonly log: string;
    readonly public: string;
    readonly plan: string;
    /** Rule tasks: the program that applies the rule of the report. */
    readonly rule: string;
  };
  readonly verification: {
    readonly report: string;
    readonly evidence: string;
    readonly log: string;
    readonly public: string;
  };
}

export const runFoldersAt = (root: string): RunFolders => ({
  root,
  solution: join(root, "solution"),
  log: join(root, "log.txt"),
  report: join(root, "report"),
  evidence: join(root, "evidence"),
  work: join(root, "work"),
  scoredLog: join(root, "scored-log.txt"),
  probes: {
    report: join(root, "probes", "report"),
    log: join(root, "probes", "log.txt"),
    public: join(root, "probes", "public"),
    plan: join(root, "probes", "plan.json"),
    rule: join(root, "probes", "rule"),
  },
  verification: {
    report: join(root, "verification", "report"),
    evidence: join(root, "verification", "evidence"),
    log: join(root, "verification", "log.txt"),
    public: join(root, "verification", "public"),
  },
});

export const runFolders = (home: string, id: string): RunFolders => runFoldersAt(join(home, "runs", id));

export function makeRunFolders(folders: RunFolders): void {
  for (const folder of [folders.solution, folders.report, folders.evidence, folders.work]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }
}

export function makeVerificationFolders(folders: RunFolders): void {
  for (const folder of [folders.verification.report, folders.verification.evidence, folders.probes.report]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }
}

/** The paths of a Run document; null where nothing lies there. */
export function pathsOf(folders: RunFolders): Run["paths"] {
  const found = (path: string): string | null => (existsSync(path) ? path : null);
  return {
    log: found(folders.log),
    work: found(folders.work),
    solution: found(folders.solution),
    report: found(folders.report),
  };
}

/** The folders as the grader shall see them: `log` is what the scored run alone printed. */
export const foldersForGrading = (folders: RunFolders): RunFolders =>
  existsSync(folders.scoredLog) ? { ...folders, log: folders.scoredLog } : folders;
