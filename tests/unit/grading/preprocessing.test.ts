import { casesOf } from "./check-case.ts";

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
    name: "a verdict that a probe gives",
    points: 8,
    evidence: ({ judge }) => {
      judge.model!.matchesScored = false;
      judge.treatments = judge.treatments.map((one) => ({ ...one, basis: "probe" }));
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
