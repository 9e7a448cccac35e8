import { afterEach, expect, test, vi } from "vitest";
import { exchangeToken } from "../../../preload/exchange-token.ts";

afterEach(() => vi.unstubAllGlobals());

function openedAt(hash: string) {
  const fetched = vi.fn(() => Promise.resolve(new Response(null, { status: 204 })));
  vi.stubGlobal("fetch", fetched);
  const replaceState = vi.fn();
  const done = exchangeToken(
    { hash, pathname: "/", search: "" } as Location,
    { replaceState } as unknown as History,
  );
  return { fetched, replaceState, done };
}

test("The token leaves the address before it is sent", async () => {
  const { fetched, replaceState, done } = openedAt("#token=abc");
  await done;
  expect(replaceState).toHaveBeenCalledWith(null, "", "/");
  expect(replaceState.mock.invocationCallOrder[0]).toBeLessThan(fetched.mock.invocationCallOrder[0] ?? 0);
});

test("An address without a token asks for nothing", async () => {
  const { fetched, replaceState, done } = openedAt("#/runs");
  await done;
  expect(fetched).not.toHaveBeenCalled();
  expect(replaceState).not.toHaveBeenCalled();
});
