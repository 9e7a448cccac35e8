import { protocol } from "electron";
import { readPage } from "../page/read-page.ts";
import { pageAddress, pageScheme } from "./page-origin.ts";

/** Must be called before the app is ready. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: pageScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);
}

export function servePage(rendererFolder: string): void {
  protocol.handle(pageScheme, async (request) => {
    if (request.method !== "GET" || !request.url.startsWith(pageAddress))
      return new Response(null, { status: 404 });
    const path = request.url.slice(pageAddress.length - 1).split(/[?#]/)[0] ?? "/";
    const page = await readPage(rendererFolder, path, "desktop-bridge.js");
    const body = typeof page.body === "string" ? page.body : new Uint8Array(page.body);
    return new Response(body, { status: page.status, headers: { ...page.headers } });
  });
}
