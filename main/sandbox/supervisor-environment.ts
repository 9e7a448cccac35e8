/** What the supervisor may see of our environment. No key, no LD_PRELOAD, no PYTHON*: it is trusted and stays so. */
const allowed = [
  "PATH",
  "HOME",
  "LANG",
  "LC_ALL",
  "TMPDIR",
  "XDG_RUNTIME_DIR",
  "DBUS_SESSION_BUS_ADDRESS",
].concat(
  // Windows starts no program without the first of these.
  ["SystemRoot", "USERPROFILE", "LOCALAPPDATA", "TEMP", "TMP"],
);

export function supervisorEnvironment(
  ours: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
  return Object.fromEntries(
    allowed.flatMap((name) => (ours[name] === undefined ? [] : [[name, ours[name]] as const])),
  );
}
