import { describe, expect, test } from "vitest";
import { resolvePageFile } from "../../../main/page/resolve-page-file.ts";

describe("a page path is served", () => {
  test.each([
    ["/", "/site/index.html", "text/html; charset=utf-8"],
    ["/index.html", "/site/index.html", "text/html; charset=utf-8"],
    ["/assets/index-Ab_3-x.js", "/site/assets/index-Ab_3-x.js", "text/javascript; charset=utf-8"],
    ["/assets/a.b.css", "/site/assets/a.b.css", "text/css; charset=utf-8"],
    ["/assets/font.woff2", "/site/assets/font.woff2", "font/woff2"],
  ])("%s", (path, file, mediaType) => {
    expect(resolvePageFile("/site", path)).toEqual({ file, mediaType });
  });
});

describe("a page path is refused", () => {
  test.each([
    "",
    "index.html",
    "//",
    "//etc/passwd.html",
    "/../secret.html",
    "/assets/../../secret.html",
    "/..%2fsecret.html",
    "/%2e%2e/secret.html",
    "/%252e%252e/secret.html",
    "/assets/%00.html",
    "/assets/x\0.html",
    "/..\\secret.html",
    "/C:/secret.html",
    "/C:\\secret.html",
    "/.env.json",
    "/assets/.hidden.js",
    "/./index.html",
    "/index.html/",
    "/index.html ",
    "/index",
    "/app.ts",
    "/index.js.map",
    "/x.constructor",
    "/x.__proto__",
    "/i\u202endex.html",
  ])("%j", (path) => {
    expect(resolvePageFile("/site", path)).toBeNull();
  });
});
