import { expect, test } from "vitest";
import { checks } from "../../../main/core/grading/checks/registry.ts";
import { commonMessages } from "../../../main/core/grading/common-messages.ts";
import { rules } from "../../../main/core/grading/diagnoses/diagnose.ts";
import { holesOf, render, type Template } from "../../../main/core/grading/text.ts";
import { notTakenMessage, predictionFaultMessages } from "../../../main/core/grading/prediction-faults.ts";
import { selectionFaultMessages } from "../../../main/core/grading/selection-faults.ts";
import { capMessages } from "../../../main/core/grading/working-model.ts";

const all: [string, Template][] = [
  ...[...checks.values()].flatMap((check) =>
    Object.entries(check.messages).map(([key, template]): [string, Template] => [
      `${check.id}.${key}`,
      template,
    ]),
  ),
  ...Object.entries(commonMessages).map(([key, template]): [string, Template] => [key, template]),
  ...Object.entries(capMessages).map(([key, template]): [string, Template] => [key, template]),
  ...Object.entries({ ...predictionFaultMessages, notTakenMessage, ...selectionFaultMessages }),
  ...rules.flatMap((rule): [string, Template][] => [
    [`${rule.rule}.message`, rule.message],
    [`${rule.rule}.fix`, rule.fix],
  ]),
];

test.each(all)("%s is said in both languages with the same values", (_, template) => {
  expect(template.en).toMatch(/^[\p{L}{(S]/u);
  expect(template.en).not.toMatch(/\p{Script=Han}/u);
  expect(template.zh).toMatch(/\p{Script=Han}/u);
  expect(holesOf(template.zh)).toEqual(holesOf(template.en));
});

test("text of an agent is shown on one line, cut, and never read as a template", () => {
  const template = { en: "You wrote {said}.", zh: "你写了 {said}。" };
  const shown = render({ template, values: { said: `a\n\u001b[31m{said}${"x".repeat(500)}` } }, "en");
  expect(shown).toMatch(/^You wrote a \[31m\{said\}x+….$/u);
  expect(shown.length).toBeLessThan(230);
});
