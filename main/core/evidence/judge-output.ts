/**
 * What the Python judge says of one run (`sandbox/judge`). It reads hostile files, so its output is parsed
 * here once and trusted inside. Nothing in it is a verdict on points: it states what was seen, and how.
 */
import { z } from "zod";

const Line = z.number().int().positive().nullable();
const Scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** Facts read from the syntax tree of every .py file of the solution. Dotted names are resolved through aliases. */
export const StaticFacts = z.object({
  parsed: z.boolean(),
  /** Where the first file that does not parse fails; null when all parse. */
  error: z
    .object({
      file: z.string(),
      line: z.number().nullable(),
      column: z.number().nullable(),
      message: z.string(),
    })
    .nullable(),
  imports: z.array(z.object({ module: z.string(), file: z.string(), line: Line })),
  /** Functions that the code defines. */
  functions: z.array(z.object({ file: z.string() })).default([]),
  /** `at`: line of the called name, which in a chain stands below the line that the call begins at. */
  calls: z.array(z.object({ name: z.string(), file: z.string(), line: Line, at: Line.optional() })),
  /** Calls that fix a random generator. `generator`: random, numpy, or the estimator's dotted name (random_state). */
  seeds: z.array(z.object({ generator: z.string(), value: Scalar.nullable(), file: z.string(), line: Line })),
  /** Generators that the code draws from without a seed of their own. */
  unseeded: z.array(z.object({ generator: z.string(), file: z.string(), line: Line })),
  hyperparameters: z.array(
    z.object({ estimator: z.string(), name: z.string(), value: z.unknown(), file: z.string(), line: Line }),
  ),
  /** Clock or uuid values; `reaches` is where they flow: a file name, a saved value, or nowhere seen. */
  clock: z.array(
    z.object({ call: z.string(), reaches: z.enum(["path", "value", "none"]), file: z.string(), line: Line }),
  ),
  absolutePaths: z.array(z.object({ text: z.string(), file: z.string(), line: Line })),
  /** Names that touch the recorder or hide calls (gc, inspect, eval, exec, sys.modules, settrace): trust drops to claimed. */
  evasions: z.array(z.object({ what: z.string(), file: z.string(), line: Line })),
  /** Columns named in the code as string constants in a subscript, call or attribute. */
  columns: z.array(z.object({ column: z.string(), file: z.string(), line: Line })),
  /** Files of data and documents that the code opens by name, by the last part of the path. */
  files: z.array(z.object({ name: z.string(), file: z.string(), line: Line })).default([]),
  /** Uses of an API that the pinned libraries do not have yet, from the tree and from the error that ended the run. */
  newerApis: z
    .array(
      z.object({ name: z.string(), since: z.string(), instead: z.string(), file: z.string(), line: Line }),
    )
    .default([]),
  /** `labels=[...]` of metrics: the classes that the code expects. */
  labelLists: z
    .array(z.object({ call: z.string(), values: z.array(z.string()), file: z.string(), line: Line }))
    .default([]),
  /** Comparisons of the target, which is a text there, with a number. */
  textLabels: z.array(z.object({ name: z.string(), file: z.string(), line: Line })).default([]),
});
export type StaticFacts = z.infer<typeof StaticFacts>;

const Fit = z.object({
  n: z.number().int(),
  seconds: z.number(),
  line: Line,
  file: z.string().nullable(),
  cls: z.string(),
  /** Dotted library class, e.g. `sklearn.linear_model._logistic.LogisticRegression`; null for user classes. */
  lib: z.string().nullable(),
  role: z.enum(["classifier", "regressor", "clusterer", "transformer", "forecaster", "search", "other"]),
  /** Enclosing estimators, outermost first. */
  parents: z.array(z.string()),
  params: z.record(z.string(), z.unknown()),
  shape: z.array(z.number()).nullable(),
  fingerprint: z.string().nullable(),
  /** Shares of the fit's rows that are fixed test rows or hold-out rows; null where rows could not be linked. */
  testShare: z.number().nullable(),
  holdoutShare: z.number().nullable(),
});
export type Fit = z.infer<typeof Fit>;

/** Events of one execution. `n` numbers events from 1 without gaps in an honest stream. */
export const Trace = z.object({
  recorded: z.boolean(),
  gaps: z.number().int(),
  ended: z.boolean(),
  opens: z.array(
    z.object({
      n: z.number(),
      path: z.string(),
      mode: z.enum(["read", "write"]),
      file: z.string().nullable(),
      line: Line,
    }),
  ),
  helperCalls: z.array(
    z.object({ n: z.number(), name: z.string(), file: z.string().nullable(), line: Line }),
  ),
  /** Looks at the data: isna, describe, duplicated, value_counts, nunique, read of a column, comparison with the hold-out. */
  inspections: z.array(
    z.object({
      n: z.number(),
      name: z.string(),
      columns: z.array(z.string()),
      /** Which table was looked at, told by its number of rows; absent where the number tells nothing. */
      frame: z.enum(["labelled", "holdout", "both", "train", "test"]).optional(),
      file: z.string().nullable(),
      line: Line,
    }),
  ),
  /** Resource look-ups: limits(), psutil, resource, os.sched_getaffinity, os.cpu_count, opening limits.json. */
  resourceLookups: z.array(
    z.object({ n: z.number(), name: z.string(), file: z.string().nullable(), line: Line }),
  ),
  fits: z.array(Fit),
  exceptions: z.array(
    z.object({
      type: z.string(),
      message: z.string(),
      file: z.string().nullable(),
      line: Line,
      caught: z.boolean(),
    }),
  ),
  blocked: z.array(z.object({ call: z.string(), count: z.number(), line: Line })),
  /** Sites with more events of a kind than were written: at least so many. `name` of a fit is `Class.method`, of an open the path. */
  repeats: z
    .array(
      z.object({
        kind: z.string(),
        name: z.string(),
        file: z.string().nullable(),
        line: Line,
        count: z.number(),
      }),
    )
    .default([]),
  /** Python loops over rows: iterrows, itertuples, apply by row. `seconds` of CPU, null where none came to its end. */
  rowLoops: z
    .array(
      z.object({
        name: z.string(),
        rows: z.number(),
        seconds: z.number().nullable(),
        file: z.string().nullable(),
        line: Line,
      }),
    )
    .default([]),
  faults: z.array(z.string()),
});
export type Trace = z.infer<typeof Trace>;

export const TreatmentVerdict = z.object({
  /** Id of the planted fault in truth.json, e.g. `outlier.loan_amount`. */
  fault: z.string(),
  verdict: z.enum([
    "kept",
    "capped",
    "removed",
    "set_missing",
    "imputed",
    "bounded",
    "median",
    "mean",
    "constant",
    "group",
    "model",
    "indicator",
    "own_category",
    "out_of_range",
    "rows_dropped",
    "column_absent",
    "deduplicated",
    "normalised",
    "coerced",
    "category",
    "undecided",
  ]),
  /** Second signs that agree beside the first, e.g. an indicator column next to a median fill. */
  also: z.array(z.string()),
  basis: z.enum(["matrix", "none"]),
  detail: z.record(z.string(), z.unknown()),
  line: Line,
});
export type TreatmentVerdict = z.infer<typeof TreatmentVerdict>;

export const JudgeOutput = z.object({
  schema: z.literal(1),
  static: StaticFacts,
  scored: Trace,
  /** Null where there was no verification run. */
  verification: Trace.nullable(),
  /** The object whose outputs are in predictions.csv; null where none was found. */
  model: z
    .object({
      /** Number of its fit in the stream that it was found in: the verification's where there is one. */
      n: z.number().int().optional(),
      cls: z.string(),
      lib: z.string().nullable(),
      line: Line,
      file: z.string().nullable(),
      params: z.record(z.string(), z.unknown()),
      /** Steps before the final estimator, by class name. */
      transformers: z.array(z.object({ cls: z.string(), params: z.record(z.string(), z.unknown()) })),
      /** `holdout_outputs`: those of the hold-out alone; something else answered the test rows. */
      how: z.enum(["outputs", "holdout_outputs", "last_fit"]),
      /** The same fit with the same checksum was seen in the scored run. */
      matchesScored: z.boolean(),
      trainedOn: z.object({
        testShare: z.number().nullable(),
        holdoutShare: z.number().nullable(),
        linkedBy: z.enum(["index", "column", "order", "content", "none"]),
        /** Scaled columns and the row sets whose mean and spread they carry, for scaling that no fit shows. */
        scaling: z.array(z.object({ column: z.string(), rows: z.array(z.string()) })).optional(),
      }),
    })
    .nullable(),
  treatments: z.array(TreatmentVerdict),
  /** What the model's matrix holds that it should not. `undecided` where a column stayed unexplained. */
  matrix: z.object({
    columns: z.number().int(),
    unexplained: z.number().int(),
    target: z.enum(["present", "absent", "undecided"]),
    identifiers: z.array(z.object({ column: z.string(), state: z.enum(["present", "absent", "undecided"]) })),
    afterTheFact: z.array(
      z.object({ column: z.string(), state: z.enum(["present", "absent", "undecided"]) }),
    ),
    personal: z.array(z.object({ column: z.string(), state: z.enum(["present", "absent", "undecided"]) })),
    /** Columns of a forecast that hold the target of fewer steps before than the horizon; `age`: of the youngest value, 0 its own row's. */
    youngLags: z.array(z.object({ column: z.string(), age: z.number().int().nonnegative() })).default([]),
  }),
  decisionLog: z.object({
    /** differ: columns seen to change, line by line; transformers: steps of the fitted pipeline; static: assignments read. */
    how: z.enum(["differ", "transformers", "static", "none"]),
    steps: z.array(
      z.object({
        what: z.string(),
        file: z.string().nullable(),
        line: Line,
        entry: z.number().int().nullable(),
      }),
    ),
    entries: z.array(
      z.object({
        step: z.string(),
        method: z.string(),
        rationale: z.string(),
        field: z.string().nullable(),
        numbers: z.record(z.string(), z.number()),
        from: z.enum(["call", "stdout", "report"]),
        line: Line,
      }),
    ),
  }),
  /** Statements measured against the data at the time of the entry: index into decisionLog.entries. */
  rationales: z.array(
    z.object({
      entry: z.number().int(),
      claim: z.string(),
      said: z.number(),
      measured: z.number().nullable(),
      holds: z.boolean().nullable(),
    }),
  ),
  /** Faults of the judge itself; checks that need the named part are not_evaluated. */
  faults: z.array(z.object({ part: z.string(), error: z.string() })),
});
export type JudgeOutput = z.infer<typeof JudgeOutput>;
