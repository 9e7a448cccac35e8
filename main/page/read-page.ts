import { readFile } from "node:fs/promises";
import { insertBridge } from "./insert-bridge.ts";
import { resolvePageFile } from "./resolve-page-file.ts";
import { securityHeaders } from "./security-headers.ts";

export interface PageAnswer {
  readonly status: 200 | 404;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
}

const notFound: PageAnswer = {
  status: 404,
  headers: { ...securityHeaders, "content-type": "text/plain; charset=utf-8" },
  body: "Not found",
};

/** Answers one GET of a page door from the built renderer under `root`. */
export async function readPage(
  root: string,
  urlPath: string,
  bridge: "browser-bridge.js" | "desktop-bridge.js",
): Promise<PageAnswer> {
  const page = resolvePageFile(root, urlPath);
  if (page === null) return notFound;
  let content: Buffer;
  try {
    content = await readFile(page.file);
  } catch {
    return notFound;
  }
  const headers = { ...securityHeaders, "content-type": page.mediaType };
  const isDocument = page.mediaType.startsWith("text/html");
  return {
    status: 200,
    headers,
    body: isDocument ? insertBridge(content.toString("utf8"), bridge) : content,
  };
}
