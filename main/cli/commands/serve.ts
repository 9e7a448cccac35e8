import { once } from "node:events";
import { resolve } from "node:path";
import type { Command } from "commander";
import { connectCore } from "../connect.ts";
import { type CommandKit, examples, runAction, wholeNumber } from "../command-kit.ts";

export function serveCommand(program: Command, kit: CommandKit): void {
  const command = program
    .command("serve")
    .description("the workbench in the browser, on this machine only")
    .option("--port <n>", "on 127.0.0.1; without it a free one is taken", wholeNumber(1, 65_535))
    .option("--socket <path>", "listen on a Unix socket of this user instead, for ssh -L")
    .option(
      "--forwarded-port <n>",
      "with --socket: the port of the browser's side",
      wholeNumber(1, 65_535),
      8791,
    );
  command.option("--no-warm", "let no box wait with its libraries loaded");
  examples(command, "serve", "serve --port 8791");
  command.action((options: { port?: number; socket?: string; forwardedPort: number; warm: boolean }) =>
    runAction(kit, command, async (context) => {
      const lives = { warm: options.warm };
      let core = await connectCore(context.home, lives);
      const leaving = new AbortController();
      // A core that belonged to another command ends with it; the pages come back and find the next one, or ours.
      const replaceWhenLost = async (): Promise<void> => {
        for (;;) {
          await core.lost;
          // Our own leaving, also after a fault, loses the core: another one would hold this process for ever.
          if (context.signal.aborted || leaving.signal.aborted) return;
          core = await connectCore(context.home, lives);
        }
      };
      const failed = new Promise<never>((_resolve, reject) => {
        replaceWhenLost().catch(reject);
      });
      // Heard by the race below; before it there is nobody to hear.
      failed.catch(() => undefined);
      try {
        const { startServer } = await import("../../server/start-server.ts");
        const server = await startServer((channel) => core.serve(channel), {
          listen:
            options.socket === undefined
              ? { kind: "port", port: options.port ?? 0 }
              : { kind: "socket", path: resolve(options.socket), forwardedPort: options.forwardedPort },
        });
        try {
          const address = server.issueAddress();
          context.print({ address, origin: server.origin, home: context.home, pid: process.pid }, () => {
            context.out.line(address);
            context.note("The address opens the workbench once in one browser. Ctrl-C ends it.");
          });
          if (!context.signal.aborted) await Promise.race([once(context.signal, "abort"), failed]);
        } finally {
          await server.close();
        }
        return 0;
      } finally {
        leaving.abort();
        await core.close();
      }
    }),
  );
}
