import { type ChildProcess, fork } from "node:child_process";
import type { ErrorBody } from "../../preload/contract/index.ts";
import { sessionsOf } from "../rpc/transports/fork.ts";
import { coreEnvironment } from "./core-environment.ts";
import type { CorePlace } from "./core-place.ts";
import { Relay } from "./relay.ts";
import { afterDeath } from "./restart-policy.ts";

const coreGone = (detail: string): ErrorBody => ({
  code: "core_gone",
  message: "The workbench core has ended.",
  hint: "Finished runs are kept; a run that it was executing says that it was interrupted.",
  details: { detail },
});

/** A core that hangs must not keep the window's program alive; its store survives a kill. */
const longestEndMilliseconds = 20_000;

/** The core process: started, watched, started again once, ended with the app. */
export class CoreChild {
  readonly relay = new Relay(coreGone("not started yet"));
  readonly #place: CorePlace;
  /** Null: the core finds its data folder by itself. */
  readonly #home: string | null;
  readonly #offerRestart: (error: ErrorBody) => void;
  #child: ChildProcess | null = null;
  #lastRestart: number | null = null;
  #closing = false;

  constructor(place: CorePlace, home: string | null, offerRestart: (error: ErrorBody) => void) {
    this.#place = place;
    this.#home = home;
    this.#offerRestart = offerRestart;
  }

  /** Does nothing where a core runs or the app is closing. */
  start(): void {
    if (this.#child !== null || this.#closing) return;
    const child = fork(this.#place.entry, this.#home === null ? [] : [this.#home], {
      execPath: this.#place.node,
      execArgv: [],
      env: coreEnvironment(process.env),
      // JSON on the channel: the two sides ship different V8s, and V8's own format binds them to each other.
      serialization: "json",
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    this.#child = child;
    const end = (detail: string): void => {
      if (this.#child !== child) return;
      this.#child = null;
      this.#afterEnd(coreGone(detail));
    };
    child.on("error", (error) => end(error.message));
    child.on("exit", (code, signal) => end(signal === null ? `exit code ${code}` : `signal ${signal}`));
    this.relay.coreThere(sessionsOf(child));
  }

  /** Lets the core record what was interrupted and end; resolves when it has, by force if need be. */
  close(): Promise<void> {
    this.#closing = true;
    const child = this.#child;
    if (child === null) return Promise.resolve();
    return new Promise((resolve) => {
      const force = setTimeout(() => child.kill("SIGKILL"), longestEndMilliseconds);
      child.once("exit", () => {
        clearTimeout(force);
        resolve();
      });
      if (child.connected) child.disconnect();
    });
  }

  #afterEnd(error: ErrorBody): void {
    this.relay.coreGone(error);
    if (this.#closing) return;
    const now = Date.now();
    if (afterDeath(now, this.#lastRestart) === "restart") {
      this.#lastRestart = now;
      this.start();
    } else {
      this.#offerRestart(error);
    }
  }
}
