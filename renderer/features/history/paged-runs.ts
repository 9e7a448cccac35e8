/** The list of all runs, of which only the pages in view are asked for. */
import { useCallback, useEffect, useRef, useState } from "react";
import type { ErrorBody } from "../../../preload/contract/error.ts";
import type { RunStatus, RunSummary } from "../../../preload/contract/run.ts";
import { useConnection } from "../../connection/connection.ts";
import { failureOf } from "../../connection/failure.ts";

const pageSize = 100;

export interface RunFilter {
  readonly search: string;
  readonly status: RunStatus | null;
  readonly task: string | null;
}

export interface PagedRuns {
  /** Null until the first answer. */
  readonly total: number | null;
  readonly failure: ErrorBody | null;
  /** Undefined while its page is on the way. */
  readonly row: (index: number) => RunSummary | undefined;
  /** Asks for what is missing between two rows. */
  readonly need: (from: number, to: number) => void;
  readonly reload: () => void;
}

export function usePagedRuns(filter: RunFilter): PagedRuns {
  const { epoch } = useConnection();
  const [round, setRound] = useState(0);
  const [total, setTotal] = useState<number | null>(null);
  const [failure, setFailure] = useState<ErrorBody | null>(null);
  const [pages, setPages] = useState<ReadonlyMap<number, readonly RunSummary[]>>(new Map());
  const asked = useRef(new Set<number>());
  const question = useRef(0);
  const key = JSON.stringify(filter);

  const ask = useCallback(
    (page: number) => {
      if (asked.current.has(page)) return;
      asked.current.add(page);
      const now = question.current;
      const { search, status, task } = JSON.parse(key) as RunFilter;
      window.workbench
        .call("runs.list", {
          limit: pageSize,
          offset: page * pageSize,
          search,
          ...(status === null ? {} : { status }),
          ...(task === null ? {} : { task }),
        })
        .then(
          (answer) => {
            // An answer to an older question is of no use any more.
            if (now !== question.current) return;
            setFailure(null);
            setTotal(answer.total);
            setPages((known) => new Map(known).set(page, answer.runs));
          },
          (error: unknown) => {
            if (now !== question.current) return;
            asked.current.delete(page);
            setFailure(failureOf(error));
          },
        );
    },
    [key],
  );

  useEffect(() => {
    question.current += 1;
    // Pages on screen stay until the new ones are there: a reload does not blink.
    const again = [...asked.current];
    asked.current = new Set();
    for (const page of new Set([0, ...again.slice(-3)])) ask(page);
  }, [ask, round, epoch]);

  const filterShown = useRef(key);
  useEffect(() => {
    if (filterShown.current === key) return;
    filterShown.current = key;
    setPages(new Map());
    setTotal(null);
  }, [key]);

  return {
    total,
    failure,
    row: (index) => pages.get(Math.floor(index / pageSize))?.[index % pageSize],
    need: (from, to) => {
      for (let page = Math.floor(from / pageSize); page <= Math.floor(to / pageSize); page += 1) ask(page);
    },
    reload: useCallback(() => setRound((n) => n + 1), []),
  };
}
