import type { Evidence } from "../../../evidence/evidence.ts";
import type { ReportFinding } from "../../../evidence/report-view.ts";
import type { Fault } from "../../../tasks/truth.ts";
import { missedCell } from "../../cells.ts";
import { defineCheck, graded, notApplicable, type Say } from "../../check.ts";
import { type Fraction, fraction, mean, ONE, isZero } from "../../fraction.ts";
import { faultsOf, findingsFor, statedRate } from "../../findings.ts";
import { falseClaim } from "../../charged-findings.ts";
import { believed, lookMessages, modeOf } from "../../inspection.ts";
import { lookAt } from "../../looks.ts";
import { type Note, percent } from "../../text.ts";
import { kindOf } from "../../trust.ts";

const RATE = 0.01;
type Missing = Extract<Fault, { kind: "missing" }>;
type Gap = Extract<Fault, { kind: "gap" }>;

const messages = {
  ...lookMessages,
  missed: {
    en: "{field}: {rate} are missing, which no finding names.",
    zh: "{field}：缺失 {rate}，没有发现提到它。",
  },
  gapMissed: {
    en: "{field}: {count} rows that should be there are not, which no finding names.",
    zh: "{field}：应有的 {count} 行不存在，没有发现提到它。",
  },
  rateRight: {
    en: "{field}: you reported {said} missing, the data has {rate}.",
    zh: "{field}：报告缺失 {said}，数据为 {rate}。",
  },
  rateWrong: {
    en: "{field}: you reported {said} missing, but the data has {rate}.",
    zh: "{field}：报告缺失 {said}，而数据为 {rate}。",
  },
  rateUnsaid: {
    en: "{field}: no rate was reported; {rate} are missing.",
    zh: "{field}：没有报告缺失率；实际为 {rate}。",
  },
  mechanismRight: { en: "{field}: {mechanism} was named.", zh: "{field}：已指出 {mechanism}。" },
  mechanismOn: {
    en: "{field}: {mechanism} on {depends} was named.",
    zh: "{field}：已指出与 {depends} 相关的 {mechanism}。",
  },
  mechanismHalf: {
    en: "{field}: {mechanism} was named, but not that it depends on {depends}.",
    zh: "{field}：指出了 {mechanism}，但没有说明与 {depends} 相关。",
  },
  mechanismMissed: {
    en: "{field}: {mechanism} was not named.",
    zh: "{field}：没有指出 {mechanism}。",
  },
  mechanismOnMissed: {
    en: "{field}: {mechanism} on {depends} was not named.",
    zh: "{field}：没有指出与 {depends} 相关的 {mechanism}。",
  },
} as const;

interface Part {
  readonly share: Fraction;
  readonly notes: readonly Note[];
}

function rateOf(
  evidence: Evidence,
  fault: Missing | Gap,
  findings: readonly ReportFinding[],
  say: Say<typeof messages>,
): Part {
  const field = fault.fields[0] ?? "";
  const rate = percent(fault.rate);
  // A count of absent rows is a share of the rows that should be there.
  const present = evidence.data?.rows ?? null;
  const rows = fault.kind === "gap" ? fault.count / fault.rate : present;
  const stated = findings.flatMap((finding) => statedRate(finding, rows) ?? []);
  const best = stated.toSorted((a, b) => Math.abs(a - fault.rate) - Math.abs(b - fault.rate))[0];
  if (best === undefined) {
    return { share: fraction(0), notes: [say("rateUnsaid", { field, rate })] };
  }
  const right = Math.abs(best - fault.rate) <= RATE;
  return {
    share: fraction(right ? 1 : 0),
    notes: [say(right ? "rateRight" : "rateWrong", { field, said: percent(best), rate })],
  };
}

function mechanismOf(fault: Missing, findings: readonly ReportFinding[], say: Say<typeof messages>): Part {
  const field = fault.fields[0] ?? "";
  const { mechanism } = fault;
  const depends = fault.depends_on.join(", ");
  const named = findings.some((finding) => finding.mechanism === mechanism);
  if (depends === "") {
    return {
      share: fraction(named ? 1 : 0),
      notes: [say(named ? "mechanismRight" : "mechanismMissed", { field, mechanism })],
    };
  }
  const wanted: readonly string[] = fault.depends_on.map((name) => name.toLowerCase());
  const on = findings.some((finding) => {
    const words: readonly string[] = (finding.dependsOn ?? "").toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
    return wanted.some((name) => words.includes(name));
  });
  const key = named && on ? "mechanismOn" : named ? "mechanismHalf" : "mechanismOnMissed";
  return {
    share: named && on ? ONE : named ? fraction(1, 2) : fraction(0),
    notes: [say(key, { field, mechanism, depends })],
  };
}

export const missing = defineCheck({
  id: "data_inspection.missing",
  title: { en: "Missing values and their mechanism", zh: "缺失值及其机制" },
  needs: ["static", "trace"],
  messages,
  judge: (evidence, say) => {
    const mode = modeOf(evidence, "missing");
    if (mode === "-") {
      return notApplicable(say("modeOff"));
    }
    if (mode === "I") {
      const look = lookAt(evidence, "missing");
      const claim = falseClaim(evidence, "missing");
      if (claim !== null) {
        return graded(0, ["verified"], [say("falseClaim", { field: claim.field, issue: claim.issue })]);
      }
      return look.strength === "none"
        ? graded(0, ["static"], [say("notLooked")])
        : graded(believed(ONE, look), ["verified", ...kindOf(look.strength)], [say("nothingThere")], {
            at: look.at,
          });
    }
    const planted = faultsOf(evidence, "missing").filter(
      (fault) => fault.kind === "missing" || fault.kind === "gap",
    );
    const look = lookAt(
      evidence,
      "missing",
      planted.flatMap((fault) => fault.fields),
    );
    const parts = planted.map((fault): Part => {
      const field = fault.fields[0] ?? "";
      const findings = findingsFor(evidence, fault);
      if (findings.length === 0) {
        const note =
          fault.kind === "gap"
            ? say("gapMissed", { field, count: fault.count })
            : say("missed", { field, rate: percent(fault.rate) });
        return { share: fraction(0), notes: [note] };
      }
      const rate = rateOf(evidence, fault, findings, say);
      // Rows that are not there have no other column to depend on.
      if (fault.kind === "gap") return rate;
      const mechanism = mechanismOf(fault, findings, say);
      return { share: mean([rate.share, mechanism.share]), notes: [...rate.notes, ...mechanism.notes] };
    });
    const share = parts.length === 0 ? ONE : mean(parts.map((part) => part.share));
    const notes = parts.flatMap((part) => part.notes);
    return graded(
      believed(share, look),
      ["verified", ...kindOf(look.strength)],
      look.strength === "traced" || isZero(share) ? notes : [...notes, say("lookClaimed")],
      {
        at: look.at,
        cell: missedCell(evidence, planted),
        details: { planted: planted.map((fault) => fault.id) },
      },
    );
  },
});
