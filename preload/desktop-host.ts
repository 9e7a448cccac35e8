import type { Transport } from "./make-workbench.ts";

/**
 * What the preload shows to the page. Answers are values here, because an Error loses its `cause` on the way
 * through contextBridge; desktop-bridge turns them into the Workbench interface on the page's side.
 */
export type DesktopHost = Transport;

declare global {
  interface Window {
    readonly workbenchHost?: DesktopHost;
  }
}
