import { isOurPage } from "./page-origin.ts";

/** The part of a frame that decides; a frame that went away in the meantime is null. */
export interface SenderFrame {
  readonly url: string;
}

/** Only the main frame of our window, showing our page, is heard. */
export const isOurMainFrame = (sender: SenderFrame | null, ours: SenderFrame | null): boolean =>
  sender !== null && sender === ours && isOurPage(sender.url);
