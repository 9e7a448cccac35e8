import type { Evidence } from "../../../evidence/evidence.ts";
import { defineCheck, graded, notApplicable, notEvaluated } from "../../check.ts";
import { boundedRows, type Compared, verdictOf } from "../../compared.ts";
import { fraction, mean } from "../../fraction.ts";
import { macro, precision } from "../../metrics/classes.ts";
import { mae } from "../../metrics/quantities.ts";
import { oncePerAnswers } from "../../once-per-answers.ts";
import { positiveOf } from "../../primary.ts";

const TOLERANCE = 0.02;
/** Errors have the unit of the target, so that what a group's may differ by is a share of it. */
const RELATIVE = 0.02;
const PROBLEM = 0.05;
/** Groups with fewer predicted positives, or rows where no class is the positive one, are left out: noise. */
const MINIMUM = 30;
const SLACK = 1e-9;

export interface GroupGap {
  readonly column: string;
  /** Precision (of many classes the mean of each one's, MAE for quantities) of each group of the fixed test set that is large enough. */
  readonly groups: ReadonlyMap<string, number>;
  /** Largest minus smallest; relative to the smallest for MAE. */
  readonly gap: number;
}

const areQuantities = ({ task }: Evidence): boolean =>
  task.taskType === "regression" || task.taskType === "forecast";

interface Member {
  readonly truth: string;
  readonly label: string;
}

function errorOf(members: readonly Member[]): number {
  return mae(
    members.map((one) => Number(one.truth)),
    members.map((one) => Number(one.label)),
  );
}

function precisionOf(members: readonly Member[], positive: string | null): number {
  const truth = members.map((one) => one.truth);
  const predicted = members.map((one) => one.label);
  return positive === null ? macro(precision, truth, predicted) : precision(truth, predicted, positive);
}

export const groupGaps = oncePerAnswers((evidence): readonly GroupGap[] | null => {
  const { data, predictions } = evidence;
  if (data === null) {
    return null;
  }
  if (predictions.state === "absent") {
    return [];
  }
  const positive = positiveOf(evidence);
  const areErrors = areQuantities(evidence);
  return evidence.task.groups.flatMap((column) => {
    const cells = data.columns[column];
    if (cells === undefined) {
      return [];
    }
    const byGroup = new Map<string, Member[]>();
    for (const [row, id] of data.rowIds.entries()) {
      const truth = evidence.labels.test.get(id);
      const label = predictions.test.get(id)?.label;
      const group = cells[row];
      if (truth !== undefined && label !== undefined && group !== undefined && group !== "") {
        const members = byGroup.get(group) ?? [];
        members.push({ truth, label });
        byGroup.set(group, members);
      }
    }
    const groups = new Map<string, number>();
    for (const [group, members] of byGroup) {
      const counted = positive === null ? members : members.filter((one) => one.label === positive);
      if (counted.length >= MINIMUM) {
        groups.set(group, areErrors ? errorOf(counted) : precisionOf(counted, positive));
      }
    }
    if (groups.size < 2) {
      return [];
    }
    const values = [...groups.values()];
    const [low, high] = [Math.min(...values), Math.max(...values)];
    return [{ column, groups, gap: areErrors ? (high - low) / low : high - low }];
  });
});

const gapRow = (column: string, said: number | null, measured: number, right: boolean): Compared => ({
  what: "gap",
  name: column,
  said,
  measured,
  verdict: verdictOf(said, right),
});

/** A column of which the report says nothing. */
const unsaid = (column: string, groups: ReadonlyMap<string, number>, gap: number): readonly Compared[] => [
  ...[...groups].map(
    ([group, measured]): Compared => ({
      what: "group",
      name: `${column} = ${group}`,
      said: null,
      measured,
      verdict: "unsaid",
    }),
  ),
  gapRow(column, null, gap, false),
];

export const fairness = defineCheck({
  id: "evaluation.fairness",
  title: { en: "Precision or error by group", zh: "分组精确率或误差" },
  needs: [],
  messages: {
    right: { en: "{column}: gap {gap}, reported rightly.", zh: "{column}：差距 {gap}，报告正确。" },
    unsaid: {
      en: "{column}: no precision by group was reported; the gap is {gap}.",
      zh: "{column}：没有按组报告精确率；差距为 {gap}。",
    },
    unsaidError: {
      en: "{column}: no error by group was reported; the gap is {gap}.",
      zh: "{column}：没有按组报告误差；差距为 {gap}。",
    },
    groupWrong: {
      en: "{column} = {group}: you reported {said}, recomputed {measured}.",
      zh: "{column} = {group}：报告为 {said}，重新计算为 {measured}。",
    },
    groupUnsaid: {
      en: "{column} = {group} is not reported; it is {measured}.",
      zh: "没有报告 {column} = {group}；其值为 {measured}。",
    },
    gapWrong: {
      en: "{column}: you reported a gap of {said}, recomputed {gap}.",
      zh: "{column}：报告差距为 {said}，重新计算为 {gap}。",
    },
    gapUnsaid: { en: "{column}: the gap of {gap} is not reported.", zh: "{column}：没有报告差距 {gap}。" },
    unnamed: {
      en: "{column}: the gap of {gap} is over 0.05 and must be named a problem.",
      zh: "{column}：差距 {gap} 超过 0.05，应指明为问题。",
    },
    invented: {
      en: "{column}: a gap of {gap} is no problem, yet it was named one.",
      zh: "{column}：差距 {gap} 不构成问题，却被指为问题。",
    },
    tooSmall: {
      en: "No group has 30 predicted positives, so nothing can be compared.",
      zh: "没有任何组达到 30 个预测正例，无法比较。",
    },
    noData: { en: "Not evaluated: the data is too large to hold.", zh: "未评估：数据过大，无法载入。" },
  },
  judge: (evidence, say) => {
    if (evidence.task.groups.length === 0) {
      return notApplicable(say("modeOff"));
    }
    if (evidence.predictions.state === "absent" || evidence.predictions.test.size === 0) {
      return graded(0, ["verified"], [say("noPredictions")]);
    }
    const gaps = groupGaps(evidence);
    if (gaps === null) {
      return notEvaluated(say("noData"));
    }
    if (gaps.length === 0) {
      return notApplicable(say("tooSmall"));
    }
    const areErrors = areQuantities(evidence);
    const parts = gaps.map(({ column, groups, gap }) => {
      const said = evidence.report.view.fairness[column];
      if (said === undefined) {
        return {
          share: fraction(0),
          notes: [say(areErrors ? "unsaidError" : "unsaid", { column, gap })],
          compared: unsaid(column, groups, gap),
        };
      }
      const byGroup = [...groups].map(([group, measured]) => {
        const value = said.groups[group];
        const tolerance = areErrors ? RELATIVE * Math.abs(measured) : TOLERANCE;
        const right = value !== undefined && Math.abs(value - measured) <= tolerance + SLACK;
        return { group, measured, value, right };
      });
      const wrong = byGroup.flatMap(({ group, measured, value, right }) =>
        right
          ? []
          : value === undefined
            ? [say("groupUnsaid", { column, group, measured })]
            : [say("groupWrong", { column, group, said: value, measured })],
      );
      const gapRight = said.gap !== null && Math.abs(said.gap - gap) <= TOLERANCE + SLACK;
      // Exactly at the edge either answer is right.
      const named = said.problem === true;
      const problemRight = Math.abs(gap - PROBLEM) <= SLACK || named === gap > PROBLEM;
      const notes = [
        ...wrong.slice(0, 4),
        ...(gapRight
          ? []
          : [
              said.gap === null
                ? say("gapUnsaid", { column, gap })
                : say("gapWrong", { column, said: said.gap, gap }),
            ]),
        ...(problemRight ? [] : [say(named ? "invented" : "unnamed", { column, gap })]),
      ];
      const earned = (wrong.length === 0 ? 1 : 0) + (gapRight ? 1 : 0) + (problemRight ? 1 : 0);
      return {
        share: fraction(earned, 3),
        notes: notes.length === 0 ? [say("right", { column, gap })] : notes,
        compared: [
          ...byGroup.map(
            ({ group, measured, value, right }): Compared => ({
              what: "group",
              name: `${column} = ${group}`,
              said: value ?? null,
              measured,
              verdict: verdictOf(value, right),
            }),
          ),
          gapRow(column, said.gap, gap, gapRight),
          {
            what: "problem",
            name: column,
            said: said.problem,
            measured: gap > PROBLEM,
            verdict: problemRight ? "agrees" : "differs",
          } satisfies Compared,
        ],
      };
    });
    return graded(
      mean(parts.map((part) => part.share)),
      ["verified"],
      parts.flatMap((part) => part.notes),
      {
        details: {
          gaps: gaps.map((one) => ({
            column: one.column,
            gap: one.gap,
            groups: Object.fromEntries(one.groups),
          })),
          compared: boundedRows(parts.flatMap((part) => part.compared)),
        },
      },
    );
  },
});
