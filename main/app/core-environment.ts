/**
 * What the core inherits. A list of what may pass, so that LD_PRELOAD, NODE_OPTIONS, PYTHONPATH and API keys
 * stay out without being named.
 */
const names: ReadonlySet<string> = new Set([
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "LANG",
  "LANGUAGE",
  "TZ",
  "TMPDIR",
  "XDG_DATA_HOME",
  "XDG_CACHE_HOME",
  "XDG_CONFIG_HOME",
  "XDG_RUNTIME_DIR",
  "DBUS_SESSION_BUS_ADDRESS",
  // Windows finds neither its own libraries nor a home without these.
  "SystemRoot",
  "ComSpec",
  "PATHEXT",
  "TEMP",
  "TMP",
  "USERPROFILE",
  "APPDATA",
  "LOCALAPPDATA",
  "ProgramData",
]);
const prefixes = ["LC_", "MLEWB_"];

export function coreEnvironment(from: Readonly<NodeJS.ProcessEnv>): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const [name, value] of Object.entries(from)) {
    if (value === undefined) continue;
    if (names.has(name) || prefixes.some((prefix) => name.startsWith(prefix))) passed[name] = value;
  }
  return passed;
}
