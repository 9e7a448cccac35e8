import { isOurPage } from "./page-origin.ts";

/** Copy buttons write plain text or HTML to the clipboard; everything else is denied, what comes later too. */
const allowed: ReadonlySet<string> = new Set(["clipboard-sanitized-write"]);

export interface AskedPermission {
  readonly permission: string;
  /** Address or origin of the frame that asks. */
  readonly from: string;
  readonly isMainFrame: boolean;
}

export const mayHave = (asked: AskedPermission): boolean =>
  allowed.has(asked.permission) && asked.isMainFrame && isOurPage(asked.from);
