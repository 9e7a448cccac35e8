import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mustRun, SetupError } from "./run-command.mjs";

/** What running needs beside Node: the walls and a Python that can make virtual environments. */
const forRunning = [
  { name: "bubblewrap", isThere: () => answers("bwrap", ["--version"]) },
  { name: "python3.11", isThere: () => pythons().length > 0 },
  {
    name: "python3.11-venv",
    isThere: () => pythons().some((python) => answers(python, ["-c", "import ensurepip"])),
  },
  // lightgbm's wheel is the one that does not bring its own.
  {
    name: "libgomp1",
    isThere: () => answers("sh", ["-c", "/sbin/ldconfig -p | grep -q 'libgomp[.]so[.]1'"]),
  },
];

/** What the tests need besides: two browsers' libraries, a display, fonts, pip for the test Electron. */
const forTesting = [
  { name: "chromium", isThere: () => existsSync("/usr/bin/chromium") },
  { name: "xvfb", isThere: () => answers("sh", ["-c", "command -v xvfb-run"]) },
  { name: "xauth", isThere: () => answers("sh", ["-c", "command -v xauth"]) },
  ...["python3-pip", "fonts-noto-cjk", "libnss3", "libgtk-3-0", "libgbm1", "libasound2", "libxss1"].map(
    (name) => ({
      name,
      isThere: () => isDebianPackage(name),
    }),
  ),
];

/**
 * Installs missing system packages where we are root on Debian or Ubuntu; elsewhere throws a SetupError that
 * names them with the command.
 * @param {"running" | "testing"} purpose
 */
export function installSystemPackages(purpose) {
  if (process.platform !== "linux") return;
  const wanted = purpose === "testing" ? [...forRunning, ...forTesting] : forRunning;
  const missing = wanted.filter(({ isThere }) => !isThere()).map(({ name }) => name);
  if (missing.length === 0) return;
  const command = `apt-get install -y --no-install-recommends ${missing.join(" ")}`;
  if (!answers("apt-get", ["--version"])) {
    throw new SetupError(
      `Missing on this machine: ${missing.join(", ")} (names of Debian's packages). Install them with the package manager of your system and run the same command again.`,
    );
  }
  if (process.getuid() !== 0) {
    throw new SetupError(
      `Missing on this machine: ${missing.join(", ")}. Install them and run again:\n  sudo ${command}`,
    );
  }
  console.log(`Installing system packages: ${missing.join(", ")}`);
  const hint = `Install by hand: ${command}`;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  mustRun("apt-get", ["update", "-qq"], hint, { env });
  mustRun("apt-get", command.split(" ").slice(1).concat("-qq"), hint, { env });
}

function pythons() {
  return ["/usr/bin/python3.11", "python3.11"].filter((python) => answers(python, ["-c", "import venv"]));
}

function answers(command, words) {
  return spawnSync(command, words, { stdio: "ignore" }).status === 0;
}

function isDebianPackage(name) {
  const found = spawnSync("dpkg-query", ["-W", "-f", "${db:Status-Status}", name], { encoding: "utf8" });
  return found.status === 0 && found.stdout === "installed";
}
