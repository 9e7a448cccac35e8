import { sharedDocuments, taskDocuments } from "./task-files.ts";

/** What the workbench itself puts into a public folder: no data may have these names. */
export const reservedNames: ReadonlySet<string> = new Set([
  ...taskDocuments("en").values(),
  ...sharedDocuments("en").values(),
  "limits.json",
]);
