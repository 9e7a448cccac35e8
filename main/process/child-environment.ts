import { readProcess } from "./process-table.ts";

/** Names of variables that children may inherit. Everything else of ours stays with us: keys, LD_PRELOAD, NODE_OPTIONS. */
const inherited: ReadonlySet<string> = new Set([
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "LANG",
  "LANGUAGE",
  "LC_ALL",
  "LC_CTYPE",
  "LC_MESSAGES",
  "TZ",
  "TERM",
  "TMPDIR",
  "XDG_RUNTIME_DIR",
  "XDG_CACHE_HOME",
  "XDG_CONFIG_HOME",
  "XDG_DATA_HOME",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  // Windows programs do not start without these.
  "SystemRoot",
  "SystemDrive",
  "ComSpec",
  "PATHEXT",
  "TEMP",
  "TMP",
  "APPDATA",
  "LOCALAPPDATA",
  "USERPROFILE",
]);

/** Programs of agents carry the run's id here, so that none can get lost, however it detaches itself. */
export const runMark = "MLEWB_RUN_ID";

/** Children that outlive a killed core are found by this: it names the process that started them. */
export const coreMark = "MLEWB_CORE";

/** To be put into the environment of every child that does not end by itself when we die. */
export const markOfThisCore = (): Record<string, string> => {
  const own = readProcess(process.pid);
  return own ? { [coreMark]: `${own.pid}-${own.startTime}` } : {};
};

/** The environment of a child: the allow-list of `source`, and what `extra` adds. */
export function childEnvironment(
  extra: Readonly<Record<string, string>> = {},
  source: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(source)) {
    if (value !== undefined && inherited.has(name)) environment[name] = value;
  }
  return { ...environment, ...markOfThisCore(), ...extra };
}
