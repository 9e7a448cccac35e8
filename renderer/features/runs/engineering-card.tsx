/** S = 0.6 A + 0.3 R + 0.1 P, and where A lies between baseline and reference. */
import type { Engineering } from "../../../preload/contract/run.ts";
import { useReader } from "../../app/settings.tsx";
import { Card } from "../../components/card.tsx";
import { Meter } from "../../components/meter.tsx";

export function EngineeringCard({ engineering }: { readonly engineering: Engineering }) {
  const { t, format } = useReader();
  const parts = [
    { letter: "A", name: t("engineering.a"), value: engineering.accuracy, weight: 0.6 },
    { letter: "R", name: t("engineering.r"), value: engineering.resource, weight: 0.3 },
    { letter: "P", name: t("engineering.p"), value: engineering.reproducibility, weight: 0.1 },
  ];
  const known = (value: number | null) => (value === null ? "–" : format.decimal(value));
  const { metric, baseline, reference } = engineering;
  return (
    <Card
      title={t("engineering.title")}
      aside={<span className="figure strong">{known(engineering.score)}</span>}
    >
      <ul className="stage-bars">
        {parts.map((part) => (
          <li key={part.letter} className="part">
            <span className="row between">
              <span>
                <strong>{part.letter}</strong> {part.name}{" "}
                <span className="quiet">× {format.decimal(part.weight, 1)}</span>
              </span>
              <span className="figure">{known(part.value)}</span>
            </span>
            <Meter label={part.name} value={part.value ?? 0} maximum={1} text={known(part.value)} />
          </li>
        ))}
      </ul>
      <dl className="pairs">
        <div className="pair">
          <dt>{t("engineering.metric", { name: metric.name })}</dt>
          <dd className="figure">{known(metric.value)}</dd>
        </div>
        <div className="pair">
          <dt>{t("engineering.baseline")}</dt>
          <dd className="figure">{known(baseline)}</dd>
        </div>
        <div className="pair">
          <dt>{t("engineering.reference")}</dt>
          <dd className="figure">{known(reference)}</dd>
        </div>
        <div className="pair">
          <dt title={t("engineering.gate.explained")}>{t("engineering.gate")}</dt>
          <dd className="figure">{known(engineering.gate)}</dd>
        </div>
      </dl>
      {(engineering.notComparable ?? []).map(({ what, run, reference: other }) => (
        <p key={what} className="quiet">
          {t(what === "cores" ? "engineering.otherCores" : "engineering.otherCount", {
            run,
            reference: other,
          })}
        </p>
      ))}
    </Card>
  );
}
