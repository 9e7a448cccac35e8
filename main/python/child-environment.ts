/** Names that a Python step may see: where things are, how to reach the network, what pip was told by its user. */
const allowed = new Set([
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "LANG",
  "LC_ALL",
  "LC_CTYPE",
  "XDG_CONFIG_HOME",
  "XDG_CONFIG_DIRS",
  "XDG_CACHE_HOME",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "REQUESTS_CA_BUNDLE",
  "CURL_CA_BUNDLE",
  "NETRC",
]);
const proxy = /^(https?|all|no)_proxy$/i;

/** For steps that use the network: the user's pip settings (a private index, a proxy, a certificate) hold. */
export function networkEnvironment(scratch: string): Record<string, string> {
  return pick((name) => allowed.has(name) || proxy.test(name) || name.startsWith("PIP_"), {
    TMPDIR: scratch,
    PIP_NO_INPUT: "1",
    PIP_DISABLE_PIP_VERSION_CHECK: "1",
  });
}

/** For steps that must not reach anything: no index, no settings of the user, caches in the scratch folder. */
export function offlineEnvironment(scratch: string): Record<string, string> {
  return pick((name) => allowed.has(name), {
    TMPDIR: scratch,
    PIP_CONFIG_FILE: "/dev/null",
    PIP_NO_INPUT: "1",
    PIP_DISABLE_PIP_VERSION_CHECK: "1",
    PIP_NO_CACHE_DIR: "1",
    UV_NO_CONFIG: "1",
    UV_OFFLINE: "1",
    UV_PYTHON_DOWNLOADS: "never",
    UV_CACHE_DIR: `${scratch}/uv-cache`,
  });
}

function pick(wanted: (name: string) => boolean, fixed: Record<string, string>): Record<string, string> {
  const own = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && wanted(entry[0]),
  );
  return { ...Object.fromEntries(own), ...fixed };
}
