import { CircleCheck, CircleDashed, LoaderCircle } from "lucide-react";
import type { AgentIdentity, RunPhase } from "../../../preload/contract/run.ts";
import { useReader } from "../../app/settings.tsx";

const order: readonly RunPhase[] = [
  "waiting",
  "generating",
  "agent",
  "scored_run",
  "verification",
  "judging",
  "grading",
  "done",
];

interface PhaseStepsProps {
  readonly phase: RunPhase;
  readonly agentKind: AgentIdentity["kind"];
}

export function PhaseSteps({ phase, agentKind }: PhaseStepsProps) {
  const { t } = useReader();
  const writesItself = agentKind === "script" || agentKind === "solution";
  const steps = order.filter((one) => one !== "done" && !(one === "agent" && writesItself));
  const now = order.indexOf(phase);
  return (
    <ol className="steps" aria-label={t("live.phases")}>
      {steps.map((step) => {
        const at = order.indexOf(step);
        const state = at < now ? "past" : at === now ? "now" : "ahead";
        return (
          <li
            key={step}
            className="step"
            data-state={state}
            aria-current={state === "now" ? "step" : undefined}
          >
            {state === "past" ? (
              <CircleCheck size={15} aria-hidden />
            ) : state === "now" ? (
              <LoaderCircle size={15} aria-hidden className="spin" />
            ) : (
              <CircleDashed size={15} aria-hidden />
            )}
            {t(`phase.${step}`)}
            <span className="visually-hidden">{t(`phase.state.${state}`)}</span>
          </li>
        );
      })}
    </ol>
  );
}
