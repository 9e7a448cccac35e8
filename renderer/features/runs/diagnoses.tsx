import { PartyPopper, Stethoscope } from "lucide-react";
import type { Run } from "../../../preload/contract/run.ts";
import { useReader } from "../../app/settings.tsx";
import { useCall } from "../../connection/use-call.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { visibleText } from "../../components/visible-text.ts";
import { MeasuredBadge, measuredOf, type MeasuredPart } from "./measured.tsx";
import { PlaceLink } from "./place-links.tsx";

export function Diagnoses({ run }: { readonly run: Run }) {
  const { t, find } = useReader();
  const validity = useCall("grader.validity", {}).data?.validity ?? null;
  const measured = (rule: string) => measuredOf(validity, "diagnoses", rule);
  if (run.diagnoses.length === 0)
    return <EmptyState icon={PartyPopper} title={t("diagnoses.none")} text={t("diagnoses.none.text")} />;
  return (
    <ul className="stack">
      {run.diagnoses.map((diagnosis, index) => (
        // One rule may speak twice of one place, or of none: the list never changes its order.
        <li key={`${index} ${diagnosis.rule}`} className="card diagnosis">
          <Stethoscope size={18} aria-hidden className="ink-partial" />
          <div className="stack-tight grow">
            <div className="row">
              <span className="badge badge-outline">
                {find(`diagnosis.group.${diagnosis.group}`) ?? diagnosis.group}
              </span>
              <code className="quiet">{diagnosis.rule}</code>
              <MeasuredOf part={measured(diagnosis.rule)} />
            </div>
            <p className="strong break">{visibleText(diagnosis.message)}</p>
            <p className="break">
              <span className="quiet">{t("diagnoses.fix")}</span> {visibleText(diagnosis.fix)}
            </p>
            {diagnosis.at !== null && (
              <div>
                <PlaceLink runId={run.id} at={diagnosis.at} />
              </div>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

const MeasuredOf = ({ part }: { readonly part: MeasuredPart | null }) =>
  part === null ? null : <MeasuredBadge part={part} />;
