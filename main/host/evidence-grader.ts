import type { Grader } from "../core/runs/ports.ts";

/** Evidence is gathered from files by main/core/evidence and graded by the pure main/core/grading. */
export function evidenceGrader(): Grader {
  return {
    gather: async (input) => {
      const { gatherEvidence } = await import("../core/evidence/gather.ts");
      return gatherEvidence(input);
    },
    grade: async (evidence, language) => {
      const { grade } = await import("../core/grading/grade.ts");
      return grade(evidence, language);
    },
  };
}
