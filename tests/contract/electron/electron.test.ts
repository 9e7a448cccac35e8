import type { EventName } from "../../../preload/contract/index.ts";
import { type ErrorBody, events } from "../../../preload/contract/index.ts";
import { openDesktop } from "../../e2e/harness/open-desktop.ts";
import { defineContractSuite } from "../suite.ts";

type Outcome = { readonly result: unknown } | { readonly message: string; readonly cause: ErrorBody };

/** Through everything that stands between a screen and the core: bridge, preload, MessagePort, shell, fork. */
defineContractSuite({
  name: "the desktop window",
  open: async (home) => {
    const opened = await openDesktop(home);
    const { page } = opened;
    const listeners = new Map<string, Set<(data: never) => void>>();
    await page.exposeFunction("tellTest", (event: string, data: unknown) => {
      for (const listener of listeners.get(event) ?? []) listener(data as never);
    });
    await page.evaluate((names) => {
      const { tellTest } = window as unknown as { tellTest: (event: string, data: unknown) => Promise<void> };
      for (const name of names) window.workbench.on(name as never, (data) => void tellTest(name, data));
    }, Object.keys(events));
    return {
      call: async (method, params) => {
        const outcome = await page.evaluate(
          ([name, value]): Promise<Outcome> =>
            window.workbench.call(name as never, value as never).then(
              (result) => ({ result }),
              (error: Error) => ({ message: error.message, cause: error.cause as ErrorBody }),
            ),
          [method, params] as const,
        );
        if ("cause" in outcome) throw new Error(outcome.message, { cause: outcome.cause });
        return outcome.result;
      },
      on: (event: EventName, listener: (data: never) => void) => {
        const known = listeners.get(event) ?? new Set();
        listeners.set(event, known);
        known.add(listener);
        return () => known.delete(listener);
      },
      close: () => opened.close(),
    };
  },
});
