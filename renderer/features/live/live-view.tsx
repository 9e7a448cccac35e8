/** A run that has not ended: where it stands, what it says, what it uses against its walls. */
import { useState } from "react";
import type { Run } from "../../../preload/contract/run.ts";
import { useReader } from "../../app/settings.tsx";
import { useToast } from "../../app/toasts.tsx";
import { Card } from "../../components/card.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { failureOf } from "../../connection/failure.ts";
import { useLiveRun } from "../../connection/live-runs.ts";
import { TerminalPane } from "../../terminal/terminal-pane.tsx";
import { DecisionLog } from "./decision-log.tsx";
import { PhaseSteps } from "./phase-steps.tsx";
import { ResourceMeters } from "./resource-meters.tsx";

export function LiveView({ run }: { readonly run: Run }) {
  const { t } = useReader();
  const live = useLiveRun(run.id);
  return (
    <div className="live">
      <PhaseSteps phase={run.phase} agentKind={run.agent.kind} />
      <div className="live-grid">
        <TerminalPane runId={run.id} label={t("log.title")} />
        <div className="stack live-side">
          <Card title={t("live.resources")}>
            <ResourceMeters run={run} samples={live.samples} />
          </Card>
          <Card title={t("live.decisions")} className="grow-card" flush>
            <DecisionLog decisions={live.decisions} />
          </Card>
        </div>
      </div>
    </div>
  );
}

export function CancelButton({ id }: { readonly id: string }) {
  const { t } = useReader();
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const cancel = () => {
    setAsking(false);
    window.workbench.call("runs.cancel", { id }).catch((error: unknown) => {
      toast({ kind: "error", title: t("live.cancel.failed"), text: failureOf(error).message });
    });
  };
  return (
    <>
      <button type="button" className="button danger" onClick={() => setAsking(true)}>
        {t("live.cancel")}
      </button>
      {asking && (
        <Dialog
          title={t("live.cancel.title")}
          onClose={() => setAsking(false)}
          actions={
            <>
              <button type="button" className="button" onClick={() => setAsking(false)}>
                {t("live.cancel.keep")}
              </button>
              <button type="button" className="button danger" onClick={cancel}>
                {t("live.cancel")}
              </button>
            </>
          }
        >
          <p>{t("live.cancel.text")}</p>
        </Dialog>
      )}
    </>
  );
}
