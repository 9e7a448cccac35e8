import type { MachineFacts } from "../../../../main/sandbox/examination/machine-facts.ts";

/** A desktop on which nothing stands in the way. */
export const desktop: MachineFacts = {
  platform: "linux",
  system: "Debian GNU/Linux 12 (bookworm)",
  family: "debian",
  wsl: false,
  container: false,
  root: false,
  systemd: true,
  unifiedControlGroups: true,
  apparmorRestricts: false,
  cloneForbidden: false,
  noneAllowed: false,
};
