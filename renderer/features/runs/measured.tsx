/** How rightly a check or a diagnosis judges, as it was measured on solutions with one planted fault each. */
import { Crosshair } from "lucide-react";
import type { GraderValidity, Measured } from "../../../preload/contract/validity.ts";
import { useReader } from "../../app/settings.tsx";

export interface MeasuredPart {
  readonly of: Measured;
  readonly measured: GraderValidity;
}

/** Null where nothing was measured of it. */
export function measuredOf(
  validity: GraderValidity | null,
  part: "checks" | "diagnoses",
  id: string,
): MeasuredPart | null {
  const of = validity?.[part].find((one) => one.id === id);
  return validity === null || of === undefined || of.concerned === 0 ? null : { of, measured: validity };
}

export function MeasuredBadge({ part }: { readonly part: MeasuredPart }) {
  const { t, format } = useReader();
  const show = (value: number | null) => (value === null ? "–" : format.share(value));
  const values = { precision: show(part.of.precision), recall: show(part.of.recall) };
  const said = t("validity.badge", values);
  return (
    <span
      className="badge badge-outline"
      title={t("validity.title", { badge: said, explained: t("validity.explained") })}
    >
      <Crosshair size={12} aria-hidden />
      {/* Numbers alone: beside every check the words would leave no room for its name. */}
      <span aria-hidden>
        {values.precision} · {values.recall}
      </span>
      <span className="visually-hidden">{said}</span>
    </span>
  );
}

/** What the numbers of the badge are, for a legend. */
export function MeasuredLegend() {
  const { t } = useReader();
  return (
    <div>
      <dt>
        <span className="badge badge-outline">
          <Crosshair size={12} aria-hidden />
          {t("validity.legend")}
        </span>
      </dt>
      <dd>{t("validity.explained")}</dd>
    </div>
  );
}

export function MeasuredSentence({ part }: { readonly part: MeasuredPart }) {
  const { t, format } = useReader();
  const { of, measured } = part;
  return (
    <p className="quiet">
      {t("validity.sentence", {
        caught: format.integer(of.caught),
        concerned: format.integer(of.concerned),
        false: format.integer(of.falseAlarms),
        others: format.integer(of.falseAlarms + of.quiet),
        date: measured.date,
        version: measured.graderVersion,
      })}
      {of.missedKinds.length > 0 && ` ${t("validity.missed", { kinds: of.missedKinds.join(", ") })}`}
    </p>
  );
}
