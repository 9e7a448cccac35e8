import { expect, test } from "vitest";
import { readSessionCookie, sessionCookie } from "../../../main/server/session-cookie.ts";
import { Sessions } from "../../../main/server/sessions.ts";

test("A token holds 256 bits and no two are equal", () => {
  const sessions = new Sessions();
  const tokens = new Set(Array.from({ length: 50 }, () => sessions.issueToken()));
  expect(tokens.size).toBe(50);
  for (const token of tokens) expect(Buffer.from(token, "base64url")).toHaveLength(32);
});

test("A token is exchanged once", () => {
  const sessions = new Sessions();
  const token = sessions.issueToken();
  expect(sessions.has(sessions.exchange(token))).toBe(true);
  expect(sessions.exchange(token)).toBeNull();
});

test.each(["", "x", "__proto__"])("The token %j was never issued", (token) => {
  expect(new Sessions().exchange(token)).toBeNull();
});

test("A session of another server is none", () => {
  const elsewhere = new Sessions();
  const session = elsewhere.exchange(elsewhere.issueToken());
  expect(new Sessions().has(session)).toBe(false);
});

test("A token is no session", () => {
  const sessions = new Sessions();
  expect(sessions.has(sessions.issueToken())).toBe(false);
});

test("The cookie is closed to scripts and to other sites", () => {
  expect(sessionCookie(99, "secret")).toBe("mlewb_session_99=secret; HttpOnly; SameSite=Strict; Path=/");
});

test.each([
  ["mlewb_session_99=secret", "secret"],
  ["a=b; mlewb_session_99=secret; c=d", "secret"],
  ["mlewb_session_99=a=b", "a=b"],
  ["mlewb_session_98=secret", null],
  ["xmlewb_session_99=secret", null],
  ["", null],
  [undefined, null],
])("From the header %j the session is %j", (header, expected) => {
  expect(readSessionCookie(header, 99)).toBe(expected);
});
