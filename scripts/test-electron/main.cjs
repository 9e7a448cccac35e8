"use strict";
// Stands in for Electron's own default app, which the donor package lacks: runs the app folder that the
// command line names (-r MODULE is honoured, Playwright uses it). Tests only.
const { readFileSync } = require("node:fs");
const Module = require("node:module");
const path = require("node:path");
const { app } = require("electron");

require("./newer-apis.cjs");

const words = process.argv.slice(1);
const required = [];
let folder = null;
while (words.length > 0 && folder === null) {
  const word = words.shift();
  if (word === "-r" || word === "--require") required.push(words.shift());
  else if (!word.startsWith("-")) folder = path.resolve(word);
}
if (required.length > 0) Module._preloadModules(required);
if (folder === null) {
  console.error("test-electron: name an app folder");
  process.exit(2);
}
const manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
app.setName(manifest.productName ?? manifest.name);
app.setVersion(manifest.version ?? "0.0.0");
app.setAppPath(folder);
process.defaultApp = true;
Module._load(path.join(folder, manifest.main ?? "index.js"), module, true);
