import { WorkbenchError } from "../../preload/contract/error.ts";

/** The only names under which this door answers, compared literally (DNS rebinding needs another name). */
export interface AccessList {
  readonly hosts: readonly string[];
  readonly origins: readonly string[];
}

export function accessListFor(port: number): AccessList {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  return { hosts, origins: hosts.map((host) => `http://${host}`) };
}

export interface AskedRequest {
  readonly method: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly upgrade: boolean;
}

/**
 * Null where the request may go on. Browsers send Origin with every POST and every WebSocket upgrade, and
 * leave it out when a person opens an address: only a plain GET may come without one.
 */
export function refuse(asked: AskedRequest, allowed: AccessList): WorkbenchError | null {
  if (asked.host === undefined || !allowed.hosts.includes(asked.host)) {
    return new WorkbenchError(
      "refused",
      "This host name is not served.",
      "Open the address that `mlewb serve` printed.",
    );
  }
  const mayLackOrigin = !asked.upgrade && (asked.method === "GET" || asked.method === "HEAD");
  if (asked.origin === undefined ? !mayLackOrigin : !allowed.origins.includes(asked.origin)) {
    return new WorkbenchError(
      "refused",
      "Another page asked for this.",
      "Open the address that `mlewb serve` printed.",
    );
  }
  return null;
}
