import { type EvidenceDraft, perfectProbes, type ReportDraft } from "../../fixtures/evidence/credit-risk.ts";
import { casesOf } from "./check-case.ts";

/** A share of the answers moves when the column is exchanged. */
const answersTo = (
  column: string,
  share: number,
  {
    asScored = 1,
    joined = 0,
    still = 0.46,
  }: { readonly asScored?: number; readonly joined?: number; readonly still?: number } = {},
): EvidenceDraft["probes"] => ({
  ...perfectProbes(),
  moved: { asScored, still, unrelated: [{ column, share, joined }] },
});

function unread({ judge }: EvidenceDraft): void {
  judge.matrix = {
    ...judge.matrix,
    unexplained: 3,
    target: "undecided",
    identifiers: [{ column: "applicant_id", state: "undecided" }],
  };
}

const reportsEmail = ({ findings }: ReportDraft): void => {
  findings.push({ field: "email", issue: "privacy", evidence: "an address in every row", action: "drop" });
};

/** An e-mail column beside the fixture's own, which may only be left out. */
function withEmail(
  evidence: EvidenceDraft,
  state: "absent" | "undecided",
  probes: EvidenceDraft["probes"],
): void {
  const { judge, truth } = evidence;
  const id = "personal.email";
  evidence.truth = {
    ...truth,
    columns: { ...truth.columns, email: { role: "personal", type: "text" } },
    faults: [
      ...truth.faults,
      {
        id,
        kind: "personal",
        what: "email",
        check: "privacy",
        fields: ["email"],
        words: ["privacy"],
        rows: null,
        treatments: ["column_absent"],
      },
    ],
  };
  judge.matrix.personal = [{ column: "email", state }];
  judge.static.columns.push({ column: "email", file: "solution.py", line: 55 });
  judge.treatments.push({
    fault: id,
    verdict: state === "absent" ? "column_absent" : "undecided",
    also: [],
    basis: state === "absent" ? "matrix" : "none",
    detail: {},
    line: 55,
  });
  evidence.probes = probes;
}

casesOf("preprocessing.treatments", [
  { name: "three accepted treatments", points: 8 },
  {
    name: "an impossible amount kept",
    points: 5.33,
    says: /loan_amount \(outlier\): the model saw it kept; accepted: capped/,
    evidence: ({ judge }) => {
      judge.treatments[1]!.verdict = "kept";
    },
  },
  {
    name: "a second sign that is accepted",
    points: 8,
    evidence: ({ judge }) => {
      judge.treatments[0]!.verdict = "median";
      judge.treatments[0]!.also = ["indicator"];
    },
  },
  {
    name: "a matrix that the scored run does not share",
    points: 4,
    says: /counts half/,
    evidence: ({ judge }) => {
      judge.model!.matchesScored = false;
    },
  },
  {
    name: "an e-mail that matrix and probes show to be left out",
    points: 8,
    says: /email: column_absent, as it should be/,
    report: reportsEmail,
    evidence: (evidence) => {
      withEmail(evidence, "absent", answersTo("email", 0));
    },
  },
  {
    name: "a matrix without the e-mail that the predictions contradict",
    points: 6,
    says: /the record of the run says column_absent, but the predictions change when only email is exchanged/,
    report: reportsEmail,
    evidence: (evidence) => {
      withEmail(evidence, "absent", answersTo("email", 0.73));
    },
  },
  {
    name: "an unreadable matrix and predictions that stand still for the e-mail",
    points: 8,
    says: /email: exchanging it changes no prediction/,
    report: reportsEmail,
    evidence: (evidence) => {
      withEmail(evidence, "undecided", answersTo("email", 0));
    },
  },
  {
    name: "an unreadable matrix and another model that stands still for the e-mail where it is probed",
    points: 6,
    says: /email \(personal\): nothing shows a treatment/,
    report: reportsEmail,
    evidence: (evidence) => {
      withEmail(evidence, "undecided", answersTo("email", 0, { asScored: 0.02 }));
    },
  },
  {
    name: "an unreadable matrix and predictions that answer to the e-mail",
    points: 6,
    says: /email \(personal\): the predictions change/,
    report: reportsEmail,
    evidence: (evidence) => {
      withEmail(evidence, "undecided", answersTo("email", 0.73));
    },
  },
  {
    name: "undecided with a decision entry",
    points: 6.67,
    says: /employment_length.*could not be read back/,
    evidence: ({ judge }) => {
      judge.treatments[0]!.verdict = "undecided";
    },
  },
  {
    name: "a fault that inspection missed, treated all the same",
    points: 6.67,
    dominoOf: "data_inspection.outliers",
    says: /at most half/,
    report: ({ findings }) => {
      findings.splice(1, 1);
    },
  },
  {
    name: "nothing treated",
    points: 0,
    evidence: ({ judge }) => {
      judge.treatments = judge.treatments.map((one) => ({ ...one, verdict: "kept" }));
    },
  },
  {
    name: "a wrong target",
    points: 0,
    dominoOf: "problem_understanding.target",
    says: /problem_understanding\.target/,
    report: ({ problem }) => {
      problem.target = "income";
    },
  },
  {
    name: "no verification run",
    points: 0,
    status: "not_evaluated",
    evidence: (evidence) => {
      evidence.verification = { state: "skipped" };
    },
  },
]);

casesOf("preprocessing.decision_log", [
  { name: "every step logged", points: 5 },
  {
    name: "one of two steps logged",
    points: 2.5,
    says: /1 of 2.*rows \(line 56\)/,
    evidence: ({ judge }) => {
      judge.decisionLog.steps[1]!.entry = null;
    },
  },
  {
    name: "steps of a fit that the scored run has not",
    points: 2.5,
    says: /did not fit LogisticRegression to the same rows/,
    evidence: ({ judge }) => {
      judge.model!.matchesScored = false;
    },
  },
  {
    name: "steps that code which reaches for the recorder was seen to take",
    points: 2.5,
    says: /touches the recorder \(gc\.get_objects\)/,
    evidence: ({ judge }) => {
      judge.static.evasions = [{ what: "gc.get_objects", file: "solution.py", line: 3 }];
    },
  },
  {
    name: "assignments read in the code, whatever the recorder was told",
    points: 5,
    evidence: ({ judge }) => {
      judge.decisionLog.how = "static";
      judge.static.evasions = [{ what: "gc.get_objects", file: "solution.py", line: 3 }];
    },
  },
  {
    name: "entries about steps that nobody could see, over a matrix that shows treated faults",
    points: 2.5,
    says: /only claimed/,
    evidence: ({ judge }) => {
      judge.decisionLog.steps = [];
    },
  },
  {
    name: "entries about steps that the matrix shows were never taken",
    points: 0,
    says: /was not changed/,
    evidence: ({ judge }) => {
      judge.decisionLog.steps = [];
      judge.treatments = judge.treatments.map((one) => ({ ...one, verdict: "kept" as const, also: [] }));
    },
  },
  {
    name: "no step logged",
    points: 0,
    evidence: ({ judge }) => {
      judge.decisionLog.steps = judge.decisionLog.steps.map((step) => ({ ...step, entry: null }));
      judge.decisionLog.entries = [];
    },
  },
]);

casesOf("preprocessing.rationales_true", [
  { name: "a true rate", points: 3 },
  {
    name: "one of two claims false",
    points: 1.5,
    says: /impute_employment_length: you said skewness is 0\.1, measured 2/,
    evidence: ({ judge }) => {
      judge.rationales.push({ entry: 0, claim: "skewness", said: 0.1, measured: 2, holds: false });
    },
  },
  {
    name: "nothing measurable",
    points: 1,
    says: /nothing that can be measured|say nothing/,
    evidence: ({ judge }) => {
      judge.rationales = [];
    },
  },
  {
    name: "no entry",
    points: 0,
    evidence: ({ judge }) => {
      judge.decisionLog.entries = [];
      judge.rationales = [];
    },
  },
]);

casesOf("preprocessing.no_leakage", [
  { name: "fitted on the training rows", points: 4 },
  {
    name: "a scaler fitted on all rows",
    points: 3,
    says: /StandardScaler was fitted on test or hold-out rows/,
    evidence: ({ judge }) => {
      judge.verification!.fits.unshift({
        ...judge.verification!.fits[0]!,
        cls: "StandardScaler",
        role: "transformer",
        testShare: 1,
      });
    },
  },
  {
    name: "scaling by hand over all rows",
    points: 3,
    says: /income is scaled/,
    evidence: ({ judge }) => {
      judge.model!.trainedOn.scaling = [{ column: "income", rows: ["all"] }];
    },
  },
  {
    name: "the model fitted on test rows",
    points: 2,
    says: /LogisticRegression was fitted on 100\.0 % of the fixed test set/,
    evidence: ({ judge }) => {
      judge.model!.trainedOn.testShare = 1;
    },
  },
  {
    name: "the identifier as a feature",
    points: 3,
    says: /applicant_id \(identifier\)/,
    evidence: ({ judge }) => {
      judge.matrix.identifiers[0]!.state = "present";
    },
  },
  {
    name: "a target that is younger than the horizon as a feature",
    points: 3,
    says: /sales_lag_1 holds the target at an age of 1, in steps of the data; the horizon allows none younger than 41\./,
    evidence: (evidence) => {
      evidence.task = { ...evidence.task, horizon: 41 };
      evidence.judge.matrix.youngLags = [{ column: "sales_lag_1", age: 1 }];
    },
  },
  {
    name: "an identifier that the matrix is said not to hold and that the predictions answer to",
    points: 3,
    says: /no applicant_id among the features, but the predictions change/,
    evidence: (evidence) => {
      evidence.probes = answersTo("applicant_id", 0.985);
    },
  },
  {
    name: "an unreadable matrix and predictions that answer to the identifier",
    points: 3,
    says: /change when only applicant_id is exchanged: it is among/,
    evidence: (evidence) => {
      unread(evidence);
      evidence.probes = answersTo("applicant_id", 0.7);
    },
  },
  {
    name: "an unreadable matrix and predictions that stand still for the identifier",
    points: 3.5,
    says: /could not be explained/,
    evidence: (evidence) => {
      unread(evidence);
    },
  },
  {
    name: "predictions that a single split moves a little",
    points: 4,
    evidence: (evidence) => {
      evidence.probes = answersTo("applicant_id", 0.025);
    },
  },
  {
    name: "predictions that were joined to the rows by the identifier",
    points: 4,
    evidence: (evidence) => {
      evidence.probes = answersTo("applicant_id", 1, { joined: 0.98 });
    },
  },
  {
    name: "predictions that move by themselves",
    points: 4,
    evidence: (evidence) => {
      evidence.probes = answersTo("applicant_id", 1, { still: 0.97 });
    },
  },
  {
    name: "columns that stay unexplained",
    points: 3.5,
    evidence: ({ judge }) => {
      judge.matrix.target = "undecided";
    },
  },
  {
    name: "a fit that the scored run has not",
    points: 2,
    says: /did not fit LogisticRegression to the same rows/,
    evidence: ({ judge }) => {
      judge.model!.matchesScored = false;
    },
  },
  {
    name: "a scored fit with more rows than there are training rows, clean where it was verified",
    points: 1,
    says: /LogisticRegression was fitted on 100\.0 % of the fixed test set/,
    evidence: (evidence) => {
      const { judge } = evidence;
      judge.model!.matchesScored = false;
      judge.model!.n = 40;
      judge.scored.fits[1] = { ...judge.scored.fits[1]!, shape: [1000, 12] };
    },
  },
  {
    name: "a fit of the twenty-first turn, which the scored run left out of its record, with the same predictions",
    points: 4,
    evidence: ({ judge }) => {
      judge.model!.matchesScored = false;
      judge.scored.repeats = [
        { kind: "fit", name: "LogisticRegression.fit", file: "solution.py", line: 80, count: 30 },
      ];
    },
  },
  {
    name: "code that reaches for the recorder",
    points: 2,
    says: /touches the recorder \(sys\.modules\)/,
    evidence: ({ judge }) => {
      judge.static.evasions = [{ what: "sys.modules", file: "solution.py", line: 3 }];
    },
  },
  {
    name: "a record of the verification with a gap",
    points: 2,
    says: /Events are missing in the record/,
    evidence: ({ judge }) => {
      judge.verification!.gaps = 1;
    },
  },
  {
    name: "the target as a feature",
    points: 0,
    evidence: ({ judge }) => {
      judge.matrix.target = "present";
    },
  },
]);
