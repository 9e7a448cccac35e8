import { WorkbenchError } from "../../preload/contract/error.ts";

/** better-sqlite3 13 crashes the process below 22.14, and type stripping is on by default from 22.18. */
export const oldestNode = [22, 18, 0] as const;

/** Called before better-sqlite3 is imported: an old Node would end with a segmentation fault and no word. */
export function requireNode(version: string = process.versions.node): void {
  const found = version.split(".").map(Number);
  for (const [index, wanted] of oldestNode.entries()) {
    const part = found[index] ?? 0;
    if (part > wanted) return;
    if (part < wanted) {
      throw new WorkbenchError(
        "environment_missing",
        `This is Node ${version}; the workbench needs Node ${oldestNode.join(".")} or newer.`,
        "Run `npm ci` in the checkout and start with `npm start` or `npm run mlewb`: they use the Node that the lock brings.",
        { found: version, wanted: oldestNode.join(".") },
      );
    }
  }
}
