import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { ChannelClient } from "../../main/rpc/client.ts";
import { sessionsOf } from "../../main/rpc/transports/fork.ts";
import { defineContractSuite } from "./suite.ts";

const entry = fileURLToPath(new URL("../../main/host/core-process.ts", import.meta.url));

defineContractSuite({
  name: "the IPC channel of a forked core",
  open: async (home) => {
    const child = fork(entry, [home], { execArgv: [], serialization: "json" });
    const client = new ChannelClient(sessionsOf(child)());
    return {
      call: (method, params) => client.callUntyped(method, params),
      on: (event, listener) => client.on(event, listener),
      close: async () => {
        const ended = once(child, "exit");
        child.disconnect();
        await ended;
      },
    };
  },
});
