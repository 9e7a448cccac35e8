/** The managed Python that generators run with: of MLEWB_TEST_HOME, or named by MLEWB_TEST_PYTHON. */
import { resolve } from "node:path";
import { checkEnvironment } from "../../../main/python/environment.ts";

export async function managedPython(): Promise<string> {
  const named = process.env["MLEWB_TEST_PYTHON"];
  if (named) return named;
  const home = process.env["MLEWB_TEST_HOME"];
  const status = home ? await checkEnvironment(resolve(home)) : null;
  if (status?.executable) return status.executable;
  throw new Error(
    "These tests need a ready Python environment: set MLEWB_TEST_HOME to a data folder made by `npm start`, " +
      "or MLEWB_TEST_PYTHON to its executable.",
  );
}
