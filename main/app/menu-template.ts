import type { MenuItemConstructorOptions } from "electron";

export interface MenuChoices {
  readonly mac: boolean;
  readonly language: "en" | "zh";
  readonly developer: boolean;
  readonly restartCore: () => void;
}

const words = {
  en: { edit: "Edit", view: "View", window: "Window", help: "Help", restart: "Restart the core" },
  zh: { edit: "编辑", view: "视图", window: "窗口", help: "帮助", restart: "重新启动核心" },
} as const;

export const menuLanguage = (locale: string): "en" | "zh" =>
  locale.toLowerCase().startsWith("zh") ? "zh" : "en";

/** Roles bring their own shortcuts; labels of roles are the system's where it has them. */
export function menuTemplate(choices: MenuChoices): MenuItemConstructorOptions[] {
  const say = words[choices.language];
  return [
    ...(choices.mac ? [{ role: "appMenu" } as const] : []),
    {
      label: say.edit,
      submenu: [
        { role: "undo" },
        { role: "redo" },
        { type: "separator" },
        { role: "cut" },
        { role: "copy" },
        { role: "paste" },
        { role: "selectAll" },
      ],
    },
    {
      label: say.view,
      submenu: [
        { role: "resetZoom" },
        { role: "zoomIn" },
        { role: "zoomOut" },
        { role: "togglefullscreen" },
        ...(choices.developer ? ([{ role: "reload" }, { role: "toggleDevTools" }] as const) : []),
      ],
    },
    { label: say.window, submenu: [{ role: "minimize" }, { role: "close" }] },
    { label: say.help, submenu: [{ label: say.restart, click: choices.restartCore }] },
  ];
}
