import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout under test. run-e2e may show it at another place than where it lies. */
export const checkout = process.env["MLEWB_E2E_ROOT"] ?? fileURLToPath(new URL("../../..", import.meta.url));
export const node = join(checkout, "node_modules", ".bin", "node");

/** What the programs under test inherit: nothing of the caller but where to find things. */
export function programEnvironment(home: string): Record<string, string> {
  const passed = ["PATH", "HOME", "TMPDIR", "XDG_RUNTIME_DIR", "DISPLAY", "XAUTHORITY", "LANG"];
  const environment: Record<string, string> = { MLEWB_HOME: home };
  for (const name of passed) {
    const value = process.env[name];
    if (value !== undefined) environment[name] = value;
  }
  return environment;
}
