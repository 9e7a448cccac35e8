/** Through which door a project looks at the workbench. */
export interface DoorOptions {
  readonly door: "desktop" | "browser";
  /** Desktop only: another core than ours, for tests of the shell alone. */
  readonly core: string | undefined;
}
