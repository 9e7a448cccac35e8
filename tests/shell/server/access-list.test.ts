import { describe, expect, test } from "vitest";
import { accessListFor, refuse } from "../../../main/server/access-list.ts";

const allowed = accessListFor(4321);
const host = "127.0.0.1:4321";
const origin = "http://127.0.0.1:4321";
const page = { method: "GET", host, origin: undefined, upgrade: false } as const;

describe("a request may go on", () => {
  test.each([
    ["an address that a person opens", page],
    ["the same under the name localhost", { ...page, host: "localhost:4321" }],
    ["a POST of our page", { ...page, method: "POST", origin }],
    ["an upgrade of our page", { ...page, origin, upgrade: true }],
  ])("%s", (_name, asked) => {
    expect(refuse(asked, allowed)).toBeNull();
  });
});

describe("a request is refused", () => {
  test.each([
    ["no host", { ...page, host: undefined }],
    ["a host that resolves to us", { ...page, host: "evil.example:4321" }],
    ["a host with our name in front", { ...page, host: "127.0.0.1:4321.evil.example" }],
    ["our host on another port", { ...page, host: "127.0.0.1:4322" }],
    ["our host without a port", { ...page, host: "127.0.0.1" }],
    ["another name of loopback", { ...page, host: "127.1:4321" }],
    ["a page of another origin", { ...page, origin: "https://example.org" }],
    ["a page of another port", { ...page, origin: "http://127.0.0.1:9999" }],
    ["a page without an origin of its own", { ...page, origin: "null" }],
    ["our origin in capitals", { ...page, origin: origin.toUpperCase() }],
    ["our origin with TLS", { ...page, origin: "https://127.0.0.1:4321" }],
    ["a POST without origin", { ...page, method: "POST" }],
    ["an upgrade without origin", { ...page, upgrade: true }],
    ["an upgrade of another page", { ...page, upgrade: true, origin: "http://evil.example:4321" }],
  ])("%s", (_name, asked) => {
    expect(refuse(asked, allowed)).toMatchObject({ code: "refused" });
  });
});
