import { cpus, freemem, totalmem } from "node:os";
import { join } from "node:path";
import type { WaitingBoxes } from "../../preload/contract/waiting-boxes.ts";
import { exportRun } from "../core/runs/export-run.ts";
import { runFolders } from "../core/runs/run-folders.ts";
import { readLogPage } from "../process/log-page.ts";
import type { Handlers } from "../rpc/handlers.ts";
import { agentMethods } from "./agent-methods.ts";
import type { MethodContext } from "./method-context.ts";
import { productVersion } from "./product-version.ts";
import { reportMethods } from "./report-methods.ts";
import { readRunLineage } from "../core/evidence/read-run-lineage.ts";
import { readRunFile } from "./run-files.ts";
import { rowsOfRun } from "./run-rows.ts";
import { solutionFiles } from "./solution-files.ts";
import { taskMethods } from "./task-methods.ts";

/** The contract, method by method. */
export function createMethods(context: MethodContext): Handlers {
  return {
    ...machineMethods(context),
    ...taskMethods(context),
    ...agentMethods(context),
    ...runMethods(context),
    ...logMethods(context),
    ...reportMethods(context),
  };
}

type Some<Prefix extends string> = Pick<Handlers, Extract<keyof Handlers, `${Prefix}.${string}`>>;

function machineMethods({
  home,
  store,
  machine,
  hub,
  warm,
  signal,
}: MethodContext): Some<"app" | "grader" | "settings" | "environment" | "sandbox"> {
  return {
    "app.info": async () => ({
      version: productVersion(),
      graderVersion: (await import("../core/grading/grader-version.ts")).graderVersion,
      home,
      platform: process.platform,
      pid: process.pid,
      cores: cpus().length,
      memoryBytes: totalmem(),
    }),
    "grader.validity": async () => ({ validity: (await import("./grader-validity.ts")).graderValidity() }),
    "settings.get": () => store.settings.get(),
    "settings.set": (changes) => {
      store.write(() => store.settings.set(changes));
      if (changes.warm !== undefined) warm?.(changes.warm === "on");
      const settings = store.settings.get();
      hub.publish("settings.changed", settings);
      return settings;
    },
    "environment.check": () => machine.checkEnvironment(),
    "environment.create": ({ repair }) =>
      machine.createEnvironment(repair, (progress) => hub.publish("environment.progress", progress), signal),
    "sandbox.waiting": async () => (await machine.waiting()) ?? nothingWaits(),
    "sandbox.doctor": ({ fresh, language }) =>
      machine.doctor(fresh, language ?? store.settings.get().language),
  };
}

const nothingWaits = (): WaitingBoxes => ({
  count: 0,
  idleSeconds: 0,
  minimumFreeBytes: 0,
  freeBytes: freemem(),
  waiting: [],
  problem: null,
});

type RunMethods = Omit<Some<"runs">, "runs.compare">;

function runMethods({ home, store, runs, signal }: MethodContext): RunMethods {
  return {
    "runs.start": async ({ minLevel, language, ...request }) => ({
      id: await runs.start({
        ...request,
        minLevel: minLevel ?? null,
        language: language ?? store.settings.get().language,
      }),
    }),
    "runs.cancel": ({ id }) => {
      runs.cancel(id);
      return { ok: true };
    },
    "runs.list": (query) => {
      const page = runs.list(query);
      return { runs: [...page.runs], total: page.total };
    },
    "runs.show": ({ id }) => runs.show(id),
    "runs.samples": ({ id }) => ({ samples: runs.samples(id) }),
    "runs.wait": ({ id, seconds }) => runs.wait(id, seconds),
    "runs.file": ({ id, path }) => {
      runs.show(id);
      return readRunFile(join(home, "runs", id), path);
    },
    "runs.solution": ({ id }) => {
      runs.show(id);
      return solutionFiles(runFolders(home, id).solution);
    },
    "runs.rows": ({ id, cell }) => rowsOfRun(home, runs.show(id), cell),
    "runs.lineage": ({ id }) => {
      runs.show(id);
      return readRunLineage(runFolders(home, id).report);
    },
    "runs.export": ({ id, out }) =>
      exportRun(
        runs.show(id),
        {
          scored: store.execution(id, "scored"),
          reordered: store.execution(id, "reordered"),
          probes: store.execution(id, "probes"),
        },
        runFolders(home, id),
        out,
      ),
    "runs.grade": ({ id }) => runs.grade(id, signal),
    "runs.gradings": ({ id }) => ({ gradings: runs.gradings(id) }),
    "runs.compareGradings": ({ id, from, to }) => runs.compareGradings(id, from, to),
    "runs.override": ({ id, ...override }) => runs.override(id, override),
  };
}

function logMethods({ home, runs, streams }: MethodContext): Some<"log"> {
  return {
    "log.read": ({ id, offset, limit }) => {
      runs.show(id);
      return readLogPage(runFolders(home, id).log, offset, limit);
    },
    "log.follow": ({ id, offset }, caller) => {
      runs.show(id);
      const path = runFolders(home, id).log;
      const stream = streams.follow({ path, offset, live: () => runs.isLive(id) }, caller);
      return { stream, size: readLogPage(path, 0, 1).size };
    },
    "log.ack": ({ stream, bytes }, caller) => {
      streams.acknowledge(stream, bytes, caller);
      return { ok: true };
    },
    "log.stop": ({ stream }, caller) => {
      streams.stop(stream, caller);
      return { ok: true };
    },
  };
}
