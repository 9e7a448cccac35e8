import { type BrowserWindow, dialog } from "electron";
import type { ErrorBody } from "../../preload/contract/index.ts";

const words = {
  en: { title: "The workbench core has ended", restart: "Start it again", later: "Not now" },
  zh: { title: "工作台核心已退出", restart: "重新启动", later: "暂不" },
} as const;

/** Asks the person in front of the window; nothing waits for the answer. */
export async function offerRestart(
  error: ErrorBody,
  language: "en" | "zh",
  window: BrowserWindow | null,
  restart: () => void,
): Promise<void> {
  if (window === null) return;
  const say = words[language];
  const { response } = await dialog.showMessageBox(window, {
    type: "error",
    title: say.title,
    message: say.title,
    detail: `${error.message}\n${error.hint}`,
    buttons: [say.restart, say.later],
    defaultId: 0,
    cancelId: 1,
  });
  if (response === 0) restart();
}
