import { openWorkbench } from "../../main/host/open-workbench.ts";
import { readLock } from "../../main/process/home-lock.ts";
import { ChannelClient } from "../../main/rpc/client.ts";
import { connectToSocket } from "../../main/rpc/transports/unix-socket.ts";
import { defineContractSuite } from "./suite.ts";

defineContractSuite({
  name: "the Unix socket beside the database",
  open: async (home) => {
    const workbench = openWorkbench({ home });
    await workbench.ready;
    const channel = await connectToSocket(readLock(home)?.socket ?? "");
    if (channel === null) throw new Error("The core does not listen.");
    const client = new ChannelClient(channel);
    return {
      call: (method, params) => client.callUntyped(method, params),
      on: (event, listener) => client.on(event, listener),
      close: async () => {
        await client.close();
        await workbench.close();
      },
    };
  },
});
