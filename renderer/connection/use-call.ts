/** Reads from the core: shows the last known answer at once and asks again behind it. */
import { useCallback, useEffect, useState } from "react";
import type { ErrorBody } from "../../preload/contract/error.ts";
import type { MethodName, ParamsOf, ResultOf } from "../../preload/contract/methods.ts";
import { useConnection } from "./connection.ts";
import { failureOf } from "./failure.ts";

export interface Loaded<T> {
  readonly data: T | null;
  readonly failure: ErrorBody | null;
  readonly loading: boolean;
  readonly reload: () => void;
}

const remembered = new Map<string, unknown>();
const rememberedMost = 60;

function remember(key: string, value: unknown): void {
  remembered.delete(key);
  remembered.set(key, value);
  const oldest = remembered.keys().next();
  if (remembered.size > rememberedMost && oldest.done !== true) remembered.delete(oldest.value);
}

interface Answer<T> {
  readonly key: string;
  readonly data: T | null;
  readonly failure: ErrorBody | null;
  readonly loading: boolean;
}

/** `params` null: nothing is asked. */
export function useCall<M extends MethodName>(method: M, params: ParamsOf<M> | null): Loaded<ResultOf<M>> {
  const { epoch } = useConnection();
  const key = params === null ? "" : `${method} ${JSON.stringify(params)}`;
  const known = (remembered.get(key) ?? null) as ResultOf<M> | null;
  const [round, setRound] = useState(0);
  const [answer, setAnswer] = useState<Answer<ResultOf<M>>>({
    key,
    data: known,
    failure: null,
    loading: key !== "",
  });

  useEffect(() => {
    if (key === "") return undefined;
    let wanted = true;
    const asked = JSON.parse(key.slice(method.length + 1)) as ParamsOf<M>;
    window.workbench.call(method, asked).then(
      (data) => {
        remember(key, data);
        if (wanted) setAnswer({ key, data, failure: null, loading: false });
      },
      (error: unknown) => {
        if (!wanted) return;
        // What was there before stays on screen beside the failure.
        setAnswer((previous) => ({
          key,
          data: previous.key === key ? previous.data : null,
          failure: failureOf(error),
          loading: false,
        }));
      },
    );
    return () => {
      wanted = false;
    };
  }, [key, method, round, epoch]);

  const reload = useCallback(() => setRound((r) => r + 1), []);
  // An answer to an earlier question is never shown under a new one.
  if (answer.key !== key) return { data: known, failure: null, loading: key !== "", reload };
  return { data: answer.data, failure: answer.failure, loading: answer.loading, reload };
}
