/** What can be done with a run that has ended. */
import { Columns2, FileDown, Gavel, RotateCcw } from "lucide-react";
import { useState } from "react";
import type { Run } from "../../../preload/contract/run.ts";
import { formatRoute, navigate, runRoute } from "../../app/router.ts";
import { useReader } from "../../app/settings.tsx";
import { useToast } from "../../app/toasts.tsx";
import { failureOf } from "../../connection/failure.ts";
import { exportRuns } from "./export-runs.ts";
import { CompareWith } from "./compare-with.tsx";

/** The agent as `runs.start` names it; null where this run cannot be started again from here. */
export function specOf(run: Run): string | null {
  switch (run.agent.kind) {
    case "script":
    case "solution":
    case "command":
      return `${run.agent.kind}:${run.agent.name}`;
    default:
      return null;
  }
}

export function RunActions({ run, onGraded }: { readonly run: Run; readonly onGraded: () => void }) {
  const { t } = useReader();
  const reader = useReader();
  const toast = useToast();
  const [comparing, setComparing] = useState(false);
  const [grading, setGrading] = useState(false);
  const spec = specOf(run);

  const grade = () => {
    setGrading(true);
    window.workbench
      .call("runs.grade", { id: run.id })
      .then(
        () => {
          toast({
            kind: "done",
            title: t("run.graded"),
            action: {
              label: t("run.graded.changes"),
              run: () => navigate(runRoute(run.id, { tab: "gradings" })),
            },
          });
          onGraded();
        },
        (error: unknown) =>
          toast({ kind: "error", title: t("run.grade.failed"), text: failureOf(error).message }),
      )
      .finally(() => setGrading(false));
  };

  return (
    <>
      <button type="button" className="button" onClick={() => setComparing(true)}>
        <Columns2 size={14} aria-hidden />
        {t("run.compare_with")}
      </button>
      <button
        type="button"
        className="button"
        onClick={() => void exportRuns([run.id], "html", reader, toast)}
      >
        <FileDown size={14} aria-hidden />
        {t("run.export.html")}
      </button>
      <button
        type="button"
        className="button"
        onClick={() => void exportRuns([run.id], "json", reader, toast)}
      >
        {t("run.export.json")}
      </button>
      <button type="button" className="button" disabled={grading} onClick={grade}>
        <Gavel size={14} aria-hidden />
        {t("run.grade")}
      </button>
      {spec !== null && (
        <a className="button" href={formatRoute({ page: "start", task: run.task.id, agent: spec })}>
          <RotateCcw size={14} aria-hidden />
          {t("run.again")}
        </a>
      )}
      {comparing && <CompareWith run={run} onClose={() => setComparing(false)} />}
    </>
  );
}
