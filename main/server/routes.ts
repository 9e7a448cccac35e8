import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { z } from "zod";
import { readPage } from "../page/read-page.ts";
import { securityHeaders } from "../page/security-headers.ts";
import { type AccessList, refuse } from "./access-list.ts";
import { sessionCookie } from "./session-cookie.ts";
import type { Sessions } from "./sessions.ts";

const TokenBody = z.object({ token: z.string().max(200) }).strict();
const maxBodyBytes = 4096;

/** The HTTP half of the browser door: the page, and the exchange of a token for a session. */
export function routes(options: {
  readonly rendererFolder: string;
  readonly allowed: AccessList;
  readonly sessions: Sessions;
  readonly port: number;
}): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();

  app.use(async (context, next) => {
    const refused = refuse(
      {
        method: context.req.method,
        host: context.req.header("host"),
        origin: context.req.header("origin"),
        upgrade: false,
      },
      options.allowed,
    );
    if (refused !== null) return context.json({ error: refused.toBody() }, 403, { ...securityHeaders });
    return next();
  });

  app.post("/session", async (context) => {
    const length = Number(context.req.header("content-length") ?? Number.NaN);
    if (!(length <= maxBodyBytes)) return context.body(null, 413, { ...securityHeaders });
    const body = TokenBody.safeParse(await context.req.json().catch(() => null));
    const session = body.success ? options.sessions.exchange(body.data.token) : null;
    if (session === null) return context.body(null, 403, { ...securityHeaders });
    return context.body(null, 204, {
      ...securityHeaders,
      "set-cookie": sessionCookie(options.port, session),
    });
  });

  app.get("*", async (context) => {
    // The request target as it came, not as URL would tidy it: dots and escapes must reach the resolver.
    const path = pathOf(context.env.incoming.url ?? "/");
    const page = await readPage(options.rendererFolder, path, "browser-bridge.js");
    const body = typeof page.body === "string" ? page.body : new Uint8Array(page.body);
    return context.body(body, page.status, { ...page.headers });
  });

  app.all("*", (context) => context.body(null, 405, { ...securityHeaders }));
  return app;
}

function pathOf(requestTarget: string): string {
  return requestTarget.split(/[?#]/)[0] ?? "/";
}
