/** Addresses of the window: `#/runs/ID?tab=code&line=12`. Pure functions and one subscription. */
import { useSyncExternalStore } from "react";

export const runTabs = [
  "scorecard",
  "diagnoses",
  "code",
  "data",
  "artifacts",
  "resources",
  "log",
  "gradings",
] as const;
export type RunTab = (typeof runTabs)[number];
export type TaskTab = "brief" | "data" | "walls" | "rubric" | "contract";
export const taskTabs: readonly TaskTab[] = ["brief", "data", "walls", "rubric", "contract"];

export type Route =
  | { readonly page: "home" }
  | { readonly page: "tasks" }
  | {
      readonly page: "task";
      readonly id: string;
      readonly tab: TaskTab;
      /** Whose data is shown; null: the first that is kept. */
      readonly variant: number | null;
    }
  | { readonly page: "start"; readonly task: string | null; readonly agent: string | null }
  | { readonly page: "history" }
  | {
      readonly page: "run";
      readonly id: string;
      readonly tab: RunTab;
      /** What is shown of a tab that has several files: of the solution, of the report, of the data. */
      readonly file: string | null;
      readonly line: number | null;
      /** A cell of `file`, by row_id. */
      readonly row: number | null;
      readonly column: string | null;
      readonly check: string | null;
    }
  | { readonly page: "compare"; readonly a: string; readonly b: string }
  | { readonly page: "agents" }
  | { readonly page: "environment" }
  | { readonly page: "settings" }
  | { readonly page: "unknown"; readonly path: string };

const plain = ["tasks", "agents", "environment", "settings"] as const;
type PlainPage = (typeof plain)[number];
const isPlain = (text: string): text is PlainPage => (plain as readonly string[]).includes(text);

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A broken address leads to "unknown", never to an exception in the shell.
    return text;
  }
}

/** A variant as people type it; null where it is none. */
export const parseVariant = (text: string): number | null =>
  /^\d{1,10}$/.test(text) && Number(text) <= 2 ** 31 - 1 ? Number(text) : null;

/** Null where it is no number, or none that lines and rows can have. */
function wholeNumber(text: string | null, least: number): number | null {
  const number = text === null || text === "" ? Number.NaN : Number(text);
  return Number.isSafeInteger(number) && number >= least ? number : null;
}

export function parseRoute(hash: string): Route {
  const path = hash.replace(/^#/, "");
  const [before = "", after = ""] = path.split("?", 2);
  const parts = before
    .split("/")
    .filter((part) => part !== "")
    .map(decode);
  const query = new URLSearchParams(after);
  const [first, second, third] = parts;
  const count = parts.length;
  if (count === 0) return { page: "home" };
  if (first !== undefined && count === 1 && isPlain(first)) return { page: first };
  if (first === "tasks" && second !== undefined && count === 2) {
    const tab = query.get("tab");
    return {
      page: "task",
      id: second,
      tab: taskTabs.find((t) => t === tab) ?? "brief",
      variant: parseVariant(query.get("variant") ?? ""),
    };
  }
  if (first === "start" && count === 1)
    return { page: "start", task: query.get("task"), agent: query.get("agent") };
  if (first === "runs" && count === 1) return { page: "history" };
  if (first === "runs" && second !== undefined && count === 2) {
    const tab = query.get("tab");
    return {
      page: "run",
      id: second,
      tab: runTabs.find((t) => t === tab) ?? "scorecard",
      file: query.get("file"),
      line: wholeNumber(query.get("line"), 1),
      row: wholeNumber(query.get("row"), 0),
      column: query.get("column"),
      check: query.get("check"),
    };
  }
  if (first === "compare" && second !== undefined && third !== undefined && count === 3)
    return { page: "compare", a: second, b: third };
  return { page: "unknown", path };
}

function withQuery(path: string, query: Readonly<Record<string, string | number | null>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== null) search.set(name, String(value));
  const text = search.toString();
  return text === "" ? path : `${path}?${text}`;
}

export function formatRoute(route: Route): string {
  switch (route.page) {
    case "home":
      return "#/";
    case "task":
      return withQuery(`#/tasks/${encodeURIComponent(route.id)}`, {
        tab: route.tab === "brief" ? null : route.tab,
        variant: route.variant,
      });
    case "start":
      return withQuery("#/start", { task: route.task, agent: route.agent });
    case "history":
      return "#/runs";
    case "run":
      return withQuery(`#/runs/${encodeURIComponent(route.id)}`, {
        tab: route.tab === "scorecard" ? null : route.tab,
        file: route.file,
        line: route.line,
        row: route.row,
        column: route.column,
        check: route.check,
      });
    case "compare":
      return `#/compare/${encodeURIComponent(route.a)}/${encodeURIComponent(route.b)}`;
    case "unknown":
      return `#${route.path}`;
    default:
      return `#/${route.page}`;
  }
}

export const taskRoute = (id: string): Route => ({ page: "task", id, tab: "brief", variant: null });

export const runRoute = (
  id: string,
  more: Partial<Omit<Route & { page: "run" }, "page" | "id">> = {},
): Route => ({
  page: "run",
  id,
  tab: "scorecard",
  file: null,
  line: null,
  row: null,
  column: null,
  check: null,
  ...more,
});

export function navigate(route: Route, how: "push" | "replace" = "push"): void {
  const address = formatRoute(route);
  if (how === "push") window.location.hash = address;
  else {
    window.history.replaceState(null, "", address);
    window.dispatchEvent(new HashChangeEvent("hashchange"));
  }
}

const subscribe = (listener: () => void) => {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
};

/** The hash is the state; the caller parses it. */
export const useHash = (): string => useSyncExternalStore(subscribe, () => window.location.hash);
