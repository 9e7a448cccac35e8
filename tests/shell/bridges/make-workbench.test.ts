import { expect, test, vi } from "vitest";
import type { Answer } from "../../../preload/answer.ts";
import { makeWorkbench } from "../../../preload/make-workbench.ts";

const settings = { language: "en", theme: "dark", warm: "on" } as const;

function workbenchThatAnswers(answer: Answer) {
  let push: (event: string, data: unknown) => void = () => {};
  const workbench = makeWorkbench("browser", {
    request: () => Promise.resolve(answer),
    onPush: (listener) => {
      push = listener;
      return () => {};
    },
    onConnection: () => () => {},
    pathOf: () => null,
    reveal: () => Promise.resolve(false),
  });
  return { workbench, push: (event: string, data: unknown) => push(event, data) };
}

test("A result is the value of the call", async () => {
  const { workbench } = workbenchThatAnswers({ ok: true, result: settings });
  expect(await workbench.call("settings.get", {})).toEqual(settings);
});

test("An error rejects, with its body as cause", async () => {
  const error = {
    code: "not_found",
    message: "No such run.",
    hint: "Look again.",
    details: { id: "x" },
  } as const;
  const { workbench } = workbenchThatAnswers({ ok: false, error });
  await expect(workbench.call("settings.get", {})).rejects.toMatchObject({
    message: "No such run.",
    cause: error,
  });
});

test("A push reaches the listeners of its event only, until they leave", () => {
  const { workbench, push } = workbenchThatAnswers({ ok: true, result: null });
  const heard = vi.fn();
  const leave = workbench.on("settings.changed", heard);
  push("run.changed", { id: "x" });
  push("settings.changed", settings);
  leave();
  push("settings.changed", { ...settings, theme: "light" });
  expect(heard.mock.calls).toEqual([[settings]]);
});

test("A listener that throws stops no other", () => {
  const reported = vi.spyOn(console, "error").mockImplementation(() => {});
  const { workbench, push } = workbenchThatAnswers({ ok: true, result: null });
  const heard = vi.fn();
  workbench.on("settings.changed", () => {
    throw new Error("broken listener");
  });
  workbench.on("settings.changed", heard);
  push("settings.changed", settings);
  expect(heard).toHaveBeenCalledOnce();
  expect(reported).toHaveBeenCalledOnce();
  reported.mockRestore();
});
