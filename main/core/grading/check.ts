/**
 * A check of the rubric: one graded question. It takes evidence as values and opens nothing. Its points stand
 * in the pipeline; the check says which share of them was earned, on what kind of evidence, and why.
 */
import type { CodePlace, DataCell, EvidenceKind } from "../../../preload/contract/run.ts";
import type { Evidence } from "../evidence/evidence.ts";
import { commonMessages } from "./common-messages.ts";
import { type Fraction, fraction, ONE } from "./fraction.ts";
import type { Note, Template, Templates, Values } from "./text.ts";

/** Parts of the evidence that a check cannot do without; a fault of ours in one leaves the check open. */
export type Need = "static" | "trace" | "matrix" | "decisions" | "rationales";

export type Verdict =
  | {
      readonly kind: "graded";
      /** Share of the whole check that was earned, 0 to `of`. */
      readonly share: Fraction;
      /** Share of the check that could be evaluated; below 1 the stage is incomplete. */
      readonly of: Fraction;
      readonly evidence: readonly EvidenceKind[];
      readonly notes: readonly Note[];
      readonly at: CodePlace | null;
      readonly cell: DataCell | null;
      readonly dominoOf: string | null;
      /** True where the dominoes of the pipeline that start at this check fall. */
      readonly breach: boolean;
      readonly details: Readonly<Record<string, unknown>>;
    }
  | {
      /** Points off, or on, unscaled; the check itself is worth nothing. */
      readonly kind: "adjustment";
      readonly points: number;
      readonly evidence: readonly EvidenceKind[];
      readonly notes: readonly Note[];
      readonly details: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: "not_evaluated"; readonly notes: readonly Note[] }
  | { readonly kind: "not_applicable"; readonly notes: readonly Note[] };

export interface GradedOptions {
  readonly of?: Fraction;
  readonly at?: CodePlace | null;
  /** Of a file that the agent saw, never of labels. */
  readonly cell?: DataCell | null;
  readonly dominoOf?: string | null;
  readonly breach?: boolean;
  readonly details?: Readonly<Record<string, unknown>>;
}

export function graded(
  share: Fraction | number,
  evidence: readonly EvidenceKind[],
  notes: readonly Note[],
  options: GradedOptions = {},
): Verdict {
  return {
    kind: "graded",
    share: typeof share === "number" ? fraction(share) : share,
    of: options.of ?? ONE,
    evidence: [...new Set(evidence)],
    notes,
    at: options.at ?? null,
    cell: options.cell ?? null,
    dominoOf: options.dominoOf ?? null,
    breach: options.breach ?? false,
    details: options.details ?? {},
  };
}

export const notEvaluated = (...notes: readonly Note[]): Verdict => ({ kind: "not_evaluated", notes });
export const notApplicable = (...notes: readonly Note[]): Verdict => ({ kind: "not_applicable", notes });

export interface Check {
  /** `stage.name`, as in the pipeline. */
  readonly id: string;
  readonly title: Template;
  readonly needs: readonly Need[];
  readonly messages: Templates;
  readonly judge: (evidence: Evidence) => Verdict;
}

export type Say<Messages> = (key: keyof Messages | keyof typeof commonMessages, values?: Values) => Note;

export function defineCheck<const Messages extends Templates>(definition: {
  readonly id: string;
  readonly title: Template;
  readonly needs: readonly Need[];
  readonly messages: Messages;
  readonly judge: (evidence: Evidence, say: Say<Messages>) => Verdict;
}): Check {
  const templates: Templates = { ...commonMessages, ...definition.messages };
  const say: Say<Messages> = (key, values = {}) => {
    const template = templates[String(key)];
    if (template === undefined) {
      throw new Error(`${definition.id} has no message ${String(key)}`);
    }
    return { template, values };
  };
  return {
    id: definition.id,
    title: definition.title,
    needs: definition.needs,
    messages: definition.messages,
    judge: (evidence) => definition.judge(evidence, say),
  };
}
