import measured from "../../pipelines/ml_engineering/validity.json" with { type: "json" };
import { GraderValidity } from "../../preload/contract/validity.ts";

/** What `npm run bench grader -- --write` measured last; null where the file is of another version of the workbench. */
export function graderValidity(): GraderValidity | null {
  const parsed = GraderValidity.safeParse(measured);
  return parsed.success ? parsed.data : null;
}
