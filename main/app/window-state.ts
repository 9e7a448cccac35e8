import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { z } from "zod";

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const WindowState = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  maximized: z.boolean(),
});
export type WindowState = z.infer<typeof WindowState>;

export const smallestWindow = { width: 720, height: 480 } as const;
const usualWindow = { width: 1280, height: 840 } as const;

/** Where to open the window: where it was, if its title bar can still be reached on one of the displays. */
export function openingState(
  saved: WindowState | null,
  displays: readonly Area[],
): Partial<Area> & { maximized: boolean } {
  if (saved === null) return { ...usualWindow, maximized: false };
  const width = Math.max(saved.width, smallestWindow.width);
  const height = Math.max(saved.height, smallestWindow.height);
  const reachable = displays.some(
    (area) =>
      saved.x + width > area.x + 100 &&
      saved.x < area.x + area.width - 100 &&
      saved.y >= area.y &&
      saved.y < area.y + area.height - 40,
  );
  return reachable
    ? { x: saved.x, y: saved.y, width, height, maximized: saved.maximized }
    : { width, height, maximized: saved.maximized };
}

/** Null where nothing was saved or what was saved cannot be read: the window then opens as on the first day. */
export function readWindowState(file: string): WindowState | null {
  try {
    return WindowState.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}

/** Losing this costs a person one drag of the mouse, so a disk that refuses it stops nothing. */
export function writeWindowState(file: string, state: WindowState): void {
  try {
    writeFileSync(`${file}.new`, JSON.stringify(state));
    renameSync(`${file}.new`, file);
  } catch (error) {
    console.error(`The place of the window was not kept: ${String(error)}`);
  }
}
