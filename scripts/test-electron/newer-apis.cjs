"use strict";
// What a current Electron has and the test Electron lacks, so that the product is written for the current
// one alone. Tests only: no release contains this file.
const v8 = require("node:v8");
const { protocol } = require("electron");

globalThis.structuredClone ??= (value) => v8.deserialize(v8.serialize(value));

globalThis.Response ??= class Response {
  constructor(body = null, init = {}) {
    this.body = body;
    this.status = init.status ?? 200;
    this.headers = init.headers ?? {};
  }
};

if (protocol.handle === undefined) {
  const bytesOf = (body) => {
    if (body === null || body === undefined) return Buffer.alloc(0);
    if (typeof body === "string") return Buffer.from(body);
    if (ArrayBuffer.isView(body)) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    return Buffer.from(body);
  };
  protocol.handle = (scheme, handler) => {
    const registered = protocol.registerBufferProtocol(scheme, (request, answer) => {
      Promise.resolve(handler({ url: request.url, method: request.method, headers: request.headers })).then(
        (response) => {
          const headers = Object.assign({}, response.headers);
          const [mimeType, ...parameters] = (headers["content-type"] ?? "application/octet-stream").split(/;\s*/);
          const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.slice(8);
          answer({ statusCode: response.status, headers, mimeType, charset, data: bytesOf(response.body) });
        },
        (error) => {
          console.error("protocol.handle:", error);
          answer({ error: -2 });
        },
      );
    });
    if (!registered) throw new Error(`cannot register ${scheme}`);
  };
}
