/** What builds a box, from the strongest on (sandbox/launcher/engines.py); one is forced only to try what it holds. */
export const engines = ["bubblewrap", "namespaces", "landlock", "none"] as const;
export type Engine = (typeof engines)[number];
