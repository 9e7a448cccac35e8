import { isOurPage, pageAddress } from "./page-origin.ts";

/** Where the main frame may go: to our page, which is one document. A reload does not ask. */
export const mayNavigate = (address: string): boolean =>
  address === pageAddress || address.startsWith(`${pageAddress}#`);

/** What a session may fetch at all, whatever a page asks: nothing here needs a network. */
export function mayFetch(address: string): boolean {
  if (isOurPage(address)) return true;
  return address.startsWith("blob:app://workbench/") || /^(data|devtools|chrome-extension):/.test(address);
}

/** What a page may save to a file: only what it made itself. */
export const mayDownload = (address: string): boolean => address.startsWith("blob:app://workbench/");
