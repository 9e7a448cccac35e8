/**
 * The method map: everything a door can ask of the core. Params and results are JSON values.
 * The dispatcher validates params against `params`; the contract tests validate results against `result`.
 */
import { z } from "zod";
import { AgentSpec, AgentTest, RegisteredAgent } from "./agent.ts";
import { Comparison } from "./comparison.ts";
import { DoctorReport } from "./doctor.ts";
import { EnvironmentStatus } from "./environment.ts";
import { GradingComparison, GradingSummary } from "./grading.ts";
import { DataCell, Level, ResourceSample, Run, RunStatus, RunSummary } from "./run.ts";
import { GraderValidity } from "./validity.ts";
import { DataFile, KeptVariant, Language, TaskDetail, TaskSummary, TaskValidation } from "./task.ts";
import { WaitingBoxes } from "./waiting-boxes.ts";

const VariantNumber = z
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 1);
const RunId = z.string().min(1).max(64);
const GradingId = z.number().int().positive();
const none = z.object({}).strict();
const ok = z.object({ ok: z.literal(true) });

export const Settings = z.object({
  language: Language,
  theme: z.enum(["system", "light", "dark"]),
  /** Whether a box waits with its libraries loaded, in a window and in `mlewb serve`. */
  warm: z.enum(["on", "off"]),
});
export type Settings = z.infer<typeof Settings>;

export const Verify = z.enum(["full", "quick", "none"]);
export type Verify = z.infer<typeof Verify>;

/** A page of a run's log. Offsets count bytes of the file; `text` is UTF-8 with replacement characters. */
export const LogPage = z.object({
  text: z.string(),
  offset: z.number(),
  nextOffset: z.number(),
  size: z.number(),
});

export const methods = {
  "app.info": {
    params: none,
    result: z.object({
      version: z.string(),
      graderVersion: z.string(),
      home: z.string(),
      platform: z.string(),
      pid: z.number(),
      cores: z.number(),
      memoryBytes: z.number(),
    }),
  },
  /** How rightly this version of the grader judges; null where it was not measured. */
  "grader.validity": { params: none, result: z.object({ validity: GraderValidity.nullable() }) },
  "settings.get": { params: none, result: Settings },
  "settings.set": { params: Settings.partial().strict(), result: Settings },
  "environment.check": { params: none, result: EnvironmentStatus },
  /** Makes or rebuilds the environment; progress comes as `environment.progress`. Answers when it is ready. */
  "environment.create": {
    params: z.object({ repair: z.boolean().default(false) }).strict(),
    result: EnvironmentStatus,
  },
  "sandbox.doctor": {
    params: z.object({ fresh: z.boolean().default(false), language: Language.optional() }).strict(),
    result: DoctorReport,
  },
  /** Boxes that wait, and what they cost. */
  "sandbox.waiting": { params: none, result: WaitingBoxes },
  "tasks.list": {
    params: z.object({ language: Language.optional() }).strict(),
    result: z.object({ tasks: z.array(TaskSummary) }),
  },
  "tasks.show": {
    params: z.object({ id: z.string(), language: Language.optional() }).strict(),
    result: TaskDetail,
  },
  /** Which variants lie in the data folder, and how large they are. */
  "tasks.variants": {
    params: z.object({ id: z.string() }).strict(),
    result: z.object({ variants: z.array(KeptVariant) }),
  },
  /** Makes a variant where it is not there yet, in the sandbox. Answers with its public folder. */
  "tasks.generate": {
    params: z.object({ id: z.string(), variant: VariantNumber, language: Language.optional() }).strict(),
    result: KeptVariant,
  },
  /** First rows and a profile of each column of a variant's public data; the variant is made where it is not there. */
  "tasks.preview": {
    params: z.object({ id: z.string(), variant: VariantNumber, language: Language.optional() }).strict(),
    result: z.object({ variant: KeptVariant, files: z.array(DataFile) }),
  },
  /** Looks at everything of a task, by its id or by the path of its folder. Takes a minute or more. */
  "tasks.validate": {
    params: z
      .object({ task: z.string().min(1).max(4096), variants: z.array(VariantNumber).max(20).default([0]) })
      .strict(),
    result: TaskValidation,
  },
  "agents.list": { params: none, result: z.object({ agents: z.array(RegisteredAgent) }) },
  "agents.add": {
    params: RegisteredAgent.pick({ name: true, command: true }).strict(),
    result: RegisteredAgent,
  },
  "agents.remove": { params: z.object({ name: z.string() }).strict(), result: ok },
  "agents.test": { params: z.object({ name: z.string() }).strict(), result: AgentTest },
  /** Queues a run and answers at once; `run.changed` events follow it to its end. */
  "runs.start": {
    params: z
      .object({
        task: z.string(),
        agent: AgentSpec,
        variant: z
          .number()
          .int()
          .min(0)
          .max(2 ** 31 - 1)
          .default(0),
        verify: Verify.default("full"),
        minLevel: Level.optional(),
        language: Language.optional(),
        repetition: z.number().int().nonnegative().default(0),
      })
      .strict(),
    result: z.object({ id: RunId }),
  },
  "runs.cancel": { params: z.object({ id: RunId }).strict(), result: ok },
  "runs.list": {
    params: z
      .object({
        limit: z.number().int().min(1).max(1000).default(200),
        offset: z.number().int().nonnegative().default(0),
        search: z.string().max(200).default(""),
        status: RunStatus.optional(),
        task: z.string().optional(),
      })
      .strict(),
    result: z.object({ runs: z.array(RunSummary), total: z.number() }),
  },
  "runs.show": { params: z.object({ id: RunId }).strict(), result: Run },
  /** What the scored run used over time, oldest first, at most 600 samples; none where no code ran. */
  "runs.samples": {
    params: z.object({ id: RunId }).strict(),
    result: z.object({ samples: z.array(ResourceSample) }),
  },
  /** Waits until the run has ended, at most `seconds`; then answers with what it is. */
  "runs.wait": {
    params: z.object({ id: RunId, seconds: z.number().min(0).max(3600) }).strict(),
    result: Run,
  },
  "runs.compare": { params: z.object({ a: RunId, b: RunId }).strict(), result: Comparison },
  /** A text file of a run: `solution/solution.py`, `report/report.json`; figures come as a data URL. */
  "runs.file": {
    params: z.object({ id: RunId, path: z.string().max(500) }).strict(),
    result: z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("text"), text: z.string(), bytes: z.number(), truncated: z.boolean() }),
      z.object({ kind: z.literal("image"), dataUrl: z.string(), bytes: z.number() }),
      z.object({ kind: z.literal("binary"), bytes: z.number() }),
    ]),
  },
  /** The files of the solution that ran, by path below its folder; `left`: those that are too many to list. */
  "runs.solution": {
    params: z.object({ id: RunId }).strict(),
    result: z.object({
      files: z.array(z.object({ path: z.string(), bytes: z.number() })),
      left: z.number().int().nonnegative(),
    }),
  },
  /**
   * The row of a cell among its neighbours: of the public data that the agent saw, or of its own predictions.csv.
   * `no_data`: the variant is not in the data folder (any more).
   */
  "runs.rows": {
    params: z
      .object({
        id: RunId,
        cell: z
          .object({
            file: z
              .string()
              .max(200)
              .regex(/^[a-zA-Z0-9][a-zA-Z0-9_.-]*\.csv$/, "a plain name of a CSV file"),
            row_id: DataCell.shape.row_id,
            column: z.string().max(1000),
          })
          .strict(),
      })
      .strict(),
    result: z.discriminatedUnion("state", [
      z.object({
        state: z.literal("read"),
        columns: z.array(z.string()),
        /** Columns of a very wide table that are not among them. */
        columnsLeftOut: z.number().int().nonnegative(),
        /** Cells in the order of the columns; `number` counts the rows of data from 1. */
        rows: z.array(z.object({ number: z.number().int().positive(), cells: z.array(z.string()) })),
        /** Places in `rows` and `columns`; the column is null where the file has none of that name. */
        row: z.number().int().nonnegative(),
        column: z.number().int().nonnegative().nullable(),
      }),
      z.object({ state: z.enum(["no_data", "no_file", "no_row", "unreadable"]) }),
    ]),
  },
  /** The lineage that the run left, as the grader reads it. `left`: nodes that are too many to draw. */
  "runs.lineage": {
    params: z.object({ id: RunId }).strict(),
    result: z.discriminatedUnion("state", [
      z.object({ state: z.literal("absent") }),
      z.object({ state: z.literal("broken"), line: z.number(), text: z.string() }),
      z.object({
        state: z.literal("read"),
        nodes: z.array(z.object({ id: z.string(), label: z.string() })),
        edges: z.array(z.object({ from: z.string(), to: z.string() })),
        left: z.number().int().nonnegative(),
      }),
    ]),
  },
  /** Writes what grading needs of a run (solution, report, evidence, run.json) into a new folder. */
  "runs.export": {
    params: z.object({ id: RunId, out: z.string().min(1).max(4096) }).strict(),
    result: z.object({ id: RunId, path: z.string(), files: z.number(), bytes: z.number() }),
  },
  "runs.grade": { params: z.object({ id: RunId }).strict(), result: Run },
  /** Every grading of a run, newest first. */
  "runs.gradings": {
    params: z.object({ id: RunId }).strict(),
    result: z.object({ gradings: z.array(GradingSummary) }),
  },
  /** Two gradings of one run, check by check. */
  "runs.compareGradings": {
    params: z.object({ id: RunId, from: GradingId, to: GradingId }).strict(),
    result: GradingComparison,
  },
  /** Sets a check's points by hand, or with null gives them back to the grader. The grader's own grading stays. */
  "runs.override": {
    params: z
      .object({
        id: RunId,
        check: z.string().min(1).max(100),
        points: z.number().min(-100).max(100).nullable(),
        author: z.string().trim().min(1).max(200),
        reason: z.string().trim().min(1).max(2000),
      })
      .strict(),
    result: Run,
  },
  "log.read": {
    params: z
      .object({
        id: RunId,
        offset: z.number().int().nonnegative(),
        limit: z.number().int().min(1).max(262_144).default(65_536),
      })
      .strict(),
    result: LogPage,
  },
  /**
   * Follows a log from `offset`. Chunks come as `log.chunk` while fewer than 100,000 bytes are unacknowledged;
   * the viewer acknowledges what its terminal has drawn. More than 5 MB behind: the stream skips and says so.
   */
  "log.follow": {
    params: z.object({ id: RunId, offset: z.number().int().nonnegative().default(0) }).strict(),
    result: z.object({ stream: z.string(), size: z.number() }),
  },
  "log.ack": {
    params: z.object({ stream: z.string(), bytes: z.number().int().positive() }).strict(),
    result: ok,
  },
  "log.stop": { params: z.object({ stream: z.string() }).strict(), result: ok },
  /** Builds the report of one run or of two side by side, in one file, and says where it lies. */
  "reports.build": {
    params: z
      .object({
        runs: z.array(RunId).min(1).max(2),
        format: z.enum(["html", "json"]),
        language: Language.optional(),
      })
      .strict(),
    result: z.object({ path: z.string(), bytes: z.number(), sha256: z.string(), content: z.string() }),
  },
} as const;

export type Methods = typeof methods;
export type MethodName = keyof Methods;
export type ParamsOf<M extends MethodName> = z.input<Methods[M]["params"]>;
export type ParsedParamsOf<M extends MethodName> = z.output<Methods[M]["params"]>;
export type ResultOf<M extends MethodName> = z.output<Methods[M]["result"]>;
export const isMethodName = (name: string): name is MethodName => Object.hasOwn(methods, name);
