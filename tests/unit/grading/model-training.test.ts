import { expect, test } from "vitest";
import { type EvidenceDraft, fit } from "../../fixtures/evidence/credit-risk.ts";
import { casesOf, resultOf } from "./check-case.ts";

casesOf("model_training.constraints_checked", [
  { name: "limits() before the first fit", points: 3 },
  {
    name: "a lookup that the tree does not have",
    points: 1.5,
    evidence: ({ judge }) => {
      judge.scored.resourceLookups[0]!.line = 999;
    },
  },
  {
    name: "limits() after the first fit",
    points: 0,
    says: /only after the first fit of DummyClassifier/,
    evidence: ({ judge }) => {
      judge.scored.resourceLookups[0]!.n = 35;
    },
  },
  {
    name: "no lookup",
    points: 0,
    evidence: ({ judge }) => {
      judge.scored.resourceLookups = [];
    },
  },
]);

casesOf("model_training.allowed", [
  { name: "pinned models", points: 3 },
  {
    name: "a network among the candidates",
    points: 0,
    says: /MLPClassifier is prohibited here \(deep_learning\)/,
    evidence: ({ judge }) => {
      judge.scored.fits.push(fit(50, "MLPClassifier", "sklearn.neural_network._mlp.MLPClassifier", 90));
    },
  },
  {
    name: "a model outside the allowed list",
    points: 0,
    says: /LogisticRegression is not among the allowed models/,
    evidence: (evidence) => {
      evidence.task = {
        ...evidence.task,
        walls: { ...evidence.task.walls, allowedModels: ["DecisionTree"] },
      };
    },
  },
  {
    name: "a constant baseline beside an allowed model",
    points: 3,
    evidence: (evidence) => {
      evidence.task = {
        ...evidence.task,
        walls: { ...evidence.task.walls, allowedModels: ["LogisticRegression"] },
      };
    },
  },
]);

const onlyTrees = (evidence: EvidenceDraft): void => {
  evidence.task = { ...evidence.task, walls: { ...evidence.task.walls, allowedModels: ["DecisionTree"] } };
};
const names = (...called: readonly string[]) =>
  called.map((name, at) => ({ name, file: "solution.py", line: 80 + at }));
const searched = [{ what: "gc.get_objects", file: "solution.py", line: 3 }];

casesOf("model_training.allowed", [
  {
    name: "predictions that no fit was seen to make",
    points: 1.5,
    says: /no fit of a model and no training loop was seen/,
    evidence: ({ judge }) => {
      judge.scored.fits = [];
      judge.model = null;
    },
  },
  {
    name: "a training loop that the verification saw",
    points: 3,
    says: /written by hand/,
    evidence: ({ judge }) => {
      judge.scored.fits = [];
      Object.assign(judge.model!, { cls: "hand-written", lib: null });
    },
  },
  {
    name: "no record, and only allowed models in the code",
    points: 3,
    says: /names only allowed models: DecisionTreeClassifier/,
    evidence: (evidence) => {
      onlyTrees(evidence);
      evidence.judge.scored = { ...evidence.judge.scored, recorded: false, fits: [] };
      evidence.judge.static.calls = names(
        "sklearn.tree.DecisionTreeClassifier",
        "sklearn.dummy.DummyClassifier",
      );
    },
  },
  {
    name: "no record, and a model outside the list in the code",
    points: 0,
    says: /LGBMClassifier is not among the allowed models/,
    evidence: (evidence) => {
      onlyTrees(evidence);
      evidence.judge.scored = { ...evidence.judge.scored, recorded: false, fits: [] };
      evidence.judge.static.calls = names("sklearn.tree.DecisionTreeClassifier", "lightgbm.LGBMClassifier");
    },
  },
  {
    name: "a record that was reached for, and a model in the code that it does not tell of",
    points: 0,
    says: /MLPClassifier is prohibited here/,
    evidence: ({ judge }) => {
      judge.static.evasions = searched;
      judge.static.calls.push(...names("sklearn.neural_network.MLPClassifier"));
    },
  },
  {
    name: "a record that was reached for, and no model in the code",
    points: 1.5,
    says: /touches the recorder \(gc\.get_objects\)/,
    evidence: ({ judge }) => {
      judge.static.evasions = searched;
    },
  },
  {
    name: "a model that the code names and that the record saw nobody fit",
    points: 3,
    evidence: (evidence) => {
      evidence.judge.static.calls.push(...names("sklearn.neural_network.MLPClassifier"));
    },
  },
]);

test("a hand-written model is open by half where no verification was made that could see its loop", () => {
  const result = resultOf("model_training.allowed", {
    evidence: (evidence) => {
      evidence.judge.scored.fits = [];
      evidence.judge.model = null;
      evidence.verification = { state: "skipped" };
    },
  });
  expect(result).toMatchObject({ points: 1.5, maximum: 1.5 });
});

casesOf("model_training.justified", [
  { name: "a baseline fitted and reported", points: 2 },
  {
    name: "a baseline fitted and not reported",
    points: 1,
    report: ({ model }) => {
      model.alternatives.length = 0;
    },
  },
  {
    name: "a baseline that is only claimed",
    points: 1,
    says: /no such fit was seen/,
    evidence: ({ judge }) => {
      judge.scored.fits.shift();
    },
  },
  {
    name: "the pipeline that the only model stands in",
    points: 0,
    says: /No baseline or alternative/,
    report: ({ model }) => {
      model.alternatives.length = 0;
    },
    evidence: ({ judge }) => {
      const inner = { ...judge.scored.fits.at(-1)!, parents: ["Pipeline"] };
      const outer = {
        ...inner,
        n: inner.n - 1,
        cls: "Pipeline",
        lib: "sklearn.pipeline.Pipeline",
        parents: [],
      };
      judge.scored.fits = [outer, inner];
    },
  },
  {
    name: "a forest in a pipeline beside a model in another, and reported",
    points: 2,
    says: /compared with/,
    evidence: ({ judge }) => {
      const inner = { ...judge.scored.fits.at(-1)!, parents: ["Pipeline"] };
      const forest = { ...inner, n: 21, cls: "RandomForestClassifier" };
      judge.scored.fits = [forest, inner];
    },
  },
  {
    name: "nothing",
    points: 0,
    report: ({ model }) => {
      model.alternatives.length = 0;
    },
    evidence: ({ judge }) => {
      judge.scored.fits.shift();
    },
  },
]);

casesOf("model_training.score", [
  { name: "the reference's own A and cost", points: 12, says: /f1 0\.9/ },
  {
    name: "predictions that another run does not repeat",
    // S falls from 0.94 to 0.84 over a floor of 0.4: 12 x 0.44 / 0.54.
    points: 9.78,
    says: /P 0/,
    evidence: (evidence) => {
      if (evidence.verification.state === "done" && evidence.verification.predictions.state === "read") {
        const answers = new Map(evidence.verification.predictions.test);
        answers.set(2, { label: "1", score: 0.5 });
        evidence.verification = {
          ...evidence.verification,
          predictions: { ...evidence.verification.predictions, test: answers },
        };
      }
    },
  },
  {
    name: "a model under the baseline",
    points: 0,
    says: /does not beat the baseline/,
    evidence: (evidence) => {
      evidence.calibration = { ...evidence.calibration!, baseline: 0.95, reference: 0.97 };
    },
  },
  {
    name: "a machine with fewer cores than the reference's: marked, and the points stay",
    points: 12,
    says: /R is not comparable with the reference's: this run had 1 cores, the reference 2\./,
    evidence: (evidence) => {
      evidence.run = { ...evidence.run, measured: { memoryBy: "watch", cores: 1 } };
      evidence.calibration = { ...evidence.calibration!, measured: { memoryBy: "watch", cores: 2 } };
    },
  },
  {
    name: "memory that another mechanism counted: marked, and the points stay",
    points: 12,
    says: /not comparable with the reference's: the memory of this run was counted by cgroup, the reference's by watch/,
    evidence: (evidence) => {
      evidence.run = { ...evidence.run, measured: { memoryBy: "cgroup", cores: 2 } };
      evidence.calibration = { ...evidence.calibration!, measured: { memoryBy: "watch", cores: 2 } };
    },
  },
  {
    name: "a variant without calibration",
    points: 0,
    status: "not_evaluated",
    evidence: (evidence) => {
      evidence.calibration = null;
    },
  },
  {
    name: "no predictions",
    points: 0,
    says: /No working model/,
    evidence: (evidence) => {
      evidence.predictions = { state: "absent", reason: null };
    },
  },
]);
