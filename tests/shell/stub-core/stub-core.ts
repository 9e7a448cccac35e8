/**
 * Stands in for the core where the shell alone is tested. Speaks the real protocol of a forked core:
 * `echo` answers its params, `die` ends the process without an answer, `push` makes it push, `pid` says who it is.
 */
import { Request } from "../../../preload/contract/index.ts";
import type { Channel } from "../../../main/rpc/channel.ts";
import { acceptFromParent } from "../../../main/rpc/transports/fork.ts";

let seq = 0;

function serve(channel: Channel): void {
  channel.onMessage((message) => {
    const request = Request.safeParse(message);
    if (!request.success) return;
    const { id, method, params } = request.data;
    if (method === "die") process.exit(7);
    if (method === "silent") return;
    if (method === "push") {
      seq += 1;
      channel.send({ event: "settings.changed", seq, data: params });
    }
    const result = method === "pid" ? process.pid : method === "environment" ? { ...process.env } : params;
    channel.send({ id, ok: true, result });
  });
}

acceptFromParent(serve, () => process.exit(0));
