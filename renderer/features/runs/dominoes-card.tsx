/** What made what fall, drawn: a cause, an arrow, and the checks that fell with it. */
import { useReader } from "../../app/settings.tsx";
import { Card } from "../../components/card.tsx";
import { CheckStatusIcon, toneOfCheck } from "../../components/status.tsx";
import type { Domino } from "./domino-forest.ts";

interface DominoesProps {
  readonly dominoes: readonly Domino[];
  /** Opens a check of the scorecard and gives it the focus. */
  readonly show: (id: string) => void;
}

export function DominoesCard({ dominoes, show }: DominoesProps) {
  const { t } = useReader();
  return (
    <Card title={t("dominoes.title")} aside={<span className="quiet">{t("dominoes.explained")}</span>}>
      <ul className="dominoes">
        {dominoes.map((domino) => (
          <DominoItem key={domino.id} domino={domino} show={show} />
        ))}
      </ul>
    </Card>
  );
}

function DominoItem({ domino, show }: { readonly domino: Domino; readonly show: (id: string) => void }) {
  const { t, find } = useReader();
  const { id, check, fell } = domino;
  const name = find(`check.${id}`) ?? id;
  return (
    <li className="domino">
      {check === null ? (
        <span className="domino-box">{name}</span>
      ) : (
        <button type="button" className="domino-box" onClick={() => show(id)}>
          <CheckStatusIcon status={check.status} size={14} />
          <span className="grow">{name}</span>
          <DominoPoints check={check} />
        </button>
      )}
      {fell.length > 0 && (
        <ul className="domino-fell" aria-label={t("dominoes.fell", { check: name })}>
          {fell.map((one) => (
            <DominoItem key={one.id} domino={one} show={show} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** What is worth nothing itself, a gate, has no points to show. */
function DominoPoints({ check }: { readonly check: NonNullable<Domino["check"]> }) {
  const { t, format } = useReader();
  if (check.maximum === 0) return null;
  return (
    <span className={`figure ink-${toneOfCheck(check.status)}`}>
      {t("of", { a: format.points(check.points), b: format.points(check.maximum) })}
    </span>
  );
}
