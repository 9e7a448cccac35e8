import type { MethodName, ResultOf } from "../../preload/contract/index.ts";
import { isMethodName, methods } from "../../preload/contract/index.ts";
import { WorkbenchError } from "../../preload/contract/error.ts";
import type { Caller, Handlers } from "./handlers.ts";

/**
 * Routes calls to the handlers. Calls made before the core is ready wait for it; where the start failed,
 * every pending and later call rejects with why.
 */
export class Dispatcher {
  readonly #handlers: Promise<Handlers>;
  #ended: WorkbenchError | null = null;

  constructor(handlers: Promise<Handlers>) {
    this.#handlers = handlers;
    // Each call reports the failed start itself; without a call it is reported by `ready` of the workbench.
    handlers.catch(() => undefined);
  }

  async call(method: string, params: unknown, caller: Caller): Promise<unknown> {
    if (!isMethodName(method)) {
      throw new WorkbenchError(
        "unknown_method",
        `There is no method "${method.slice(0, 100)}".`,
        "The methods are listed in preload/contract/methods.ts.",
        { method: method.slice(0, 100) },
      );
    }
    return this.#route(method, params, caller);
  }

  /** From now on every call is refused with `core_gone`. */
  end(): void {
    this.#ended ??= new WorkbenchError(
      "core_gone",
      "The workbench core has been shut down.",
      "Start the workbench again; finished runs are kept.",
    );
  }

  async #route<M extends MethodName>(method: M, params: unknown, caller: Caller): Promise<ResultOf<M>> {
    // Parsed before waiting, so that a wrong call is told at once.
    const parsed = parseParams(method, params);
    if (this.#ended) throw this.#ended;
    const handlers = await this.#handlers;
    if (this.#ended) throw this.#ended;
    return handlers[method](parsed, caller);
  }
}

function parseParams<M extends MethodName>(method: M, params: unknown): Parameters<Handlers[M]>[0] {
  const parsed = methods[method].params.safeParse(params ?? {});
  if (parsed.success) return parsed.data as Parameters<Handlers[M]>[0];
  const issues = parsed.error.issues.map((issue) => ({ path: issue.path.join("."), message: issue.message }));
  const first = issues[0];
  throw new WorkbenchError(
    "invalid_params",
    `The parameters of ${method} are not right: ${first?.path ? `${first.path}: ` : ""}${first?.message ?? ""}`,
    "See the method's schema in preload/contract/methods.ts.",
    { method, issues },
  );
}
