import { spawn } from "node:child_process";
import { join } from "node:path";
import { checkout, node, programEnvironment } from "./checkout.ts";

export interface Served {
  /** With its one-time token. */
  readonly address: string;
  readonly pid: number;
  stop(): Promise<void>;
}

const printedAddress = /http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]+/;

/** Starts `mlewb serve` on a data folder and waits for the address that it prints. */
export async function serve(home: string): Promise<Served> {
  const child = spawn(node, [join(checkout, "main/cli/mlewb.ts"), "serve", "--home", home], {
    cwd: checkout,
    env: programEnvironment(home),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  let said = "";
  const address = await new Promise<string>((resolve, reject) => {
    const hear = (part: Buffer): void => {
      said += part.toString("utf8");
      const found = printedAddress.exec(said);
      if (found !== null) resolve(found[0]);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("error", reject);
    void ended.then(() => reject(new Error(`mlewb serve ended without an address. It said:\n${said}`)));
  });
  return {
    address,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill("SIGINT");
      await ended;
    },
  };
}
