/** Names of the messages between the preload and the shell; both ends take them from here. */
export const channels = {
  /** Page -> shell: make me a port to the core. Shell -> page: here it is. */
  port: "workbench:port",
  /** Page -> shell: show this file in the file manager. */
  reveal: "workbench:reveal",
} as const;
