import type { ElectronApplication, Page } from "@playwright/test";

/** The workbench as a person has it open, through one of the doors. */
export interface Opened {
  readonly page: Page;
  /** The desktop program; null in the browser. */
  readonly application: ElectronApplication | null;
  /** Browser only: the address as `mlewb serve` printed it. */
  readonly address: string | null;
  /** Ends the program and its core, as a person does. */
  close(): Promise<void>;
}
