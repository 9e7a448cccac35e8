import { readFileSync } from "node:fs";
import { z } from "zod";

const Package = z.object({ version: z.string() });

/** The version in package.json, which lies two folders up in a checkout and is written in at build time in a package. */
export function productVersion(): string {
  const file = new URL("../../package.json", import.meta.url);
  return Package.parse(JSON.parse(readFileSync(file, "utf8"))).version;
}
