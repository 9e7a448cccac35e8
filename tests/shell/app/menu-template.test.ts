import { describe, expect, test } from "vitest";
import { menuLanguage, menuTemplate } from "../../../main/app/menu-template.ts";

const choices = { mac: false, language: "en", developer: false, restartCore: () => {} } as const;
const rolesOf = (template: ReturnType<typeof menuTemplate>): unknown[] =>
  template.flatMap((menu) =>
    Array.isArray(menu.submenu) ? menu.submenu.map((item) => item.role) : [menu.role],
  );

describe("the menu", () => {
  test.each(["copy", "paste", "selectAll", "zoomIn"])("has %s", (role) => {
    expect(rolesOf(menuTemplate(choices))).toContain(role);
  });

  test("has developer tools in a checkout only", () => {
    expect(rolesOf(menuTemplate({ ...choices, developer: true }))).toContain("toggleDevTools");
    expect(rolesOf(menuTemplate(choices))).not.toContain("toggleDevTools");
  });

  test("speaks Chinese", () => {
    expect(menuTemplate({ ...choices, language: "zh" }).map((menu) => menu.label)).toContain("编辑");
  });

  test.each([
    ["zh-CN", "zh"],
    ["zh", "zh"],
    ["en-GB", "en"],
    ["de", "en"],
    ["", "en"],
  ] as const)("speaks the language of %s: %s", (locale, language) => {
    expect(menuLanguage(locale)).toBe(language);
  });
});
