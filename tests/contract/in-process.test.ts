import { openWorkbench } from "../../main/host/open-workbench.ts";
import { ChannelClient } from "../../main/rpc/client.ts";
import { inProcessChannels } from "../../main/rpc/transports/in-process.ts";
import { defineContractSuite } from "./suite.ts";

defineContractSuite({
  name: "an in-process channel",
  open: async (home) => {
    const workbench = openWorkbench({ home });
    const [ours, theirs] = inProcessChannels();
    workbench.serve(theirs);
    const client = new ChannelClient(ours);
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
