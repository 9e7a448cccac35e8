import { join } from "node:path";

/** Only what a build of the renderer contains; anything else in the folder is not served. */
const mediaTypes: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  json: "application/json; charset=utf-8",
  svg: "image/svg+xml",
  png: "image/png",
  ico: "image/x-icon",
  woff: "font/woff",
  woff2: "font/woff2",
  ttf: "font/ttf",
};

export interface PageFile {
  readonly file: string;
  readonly mediaType: string;
}

const plainSegment = /^[A-Za-z0-9_@-][A-Za-z0-9._@-]*$/;

/**
 * Names the file of `root` that a URL path asks for; null where there is to be none (the door answers 404).
 *
 * Works on the path as it was sent: nothing is decoded, so `..%2f`, `%2e%2e`, backslashes, NUL and drive
 * letters all fail the same rule, that a segment holds plain characters and does not begin with a dot.
 */
export function resolvePageFile(root: string, urlPath: string): PageFile | null {
  if (!urlPath.startsWith("/")) return null;
  const segments = urlPath === "/" ? ["index.html"] : urlPath.slice(1).split("/");
  if (!segments.every((segment) => plainSegment.test(segment))) return null;
  const extension = segments.at(-1)?.split(".").at(-1) ?? "";
  const mediaType = Object.hasOwn(mediaTypes, extension) ? mediaTypes[extension] : undefined;
  if (mediaType === undefined) return null;
  return { file: join(root, ...segments), mediaType };
}
