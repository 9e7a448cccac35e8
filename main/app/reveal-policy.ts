import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";

/** Only showing is possible, never opening; still, nothing but the absolute path of something that exists. */
export const isRevealable = (path: unknown): path is string =>
  typeof path === "string" &&
  path.length < 4096 &&
  !path.includes("\0") &&
  isAbsolute(path) &&
  existsSync(path);
