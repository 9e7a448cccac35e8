/** Checks on which two runs, or two gradings of one, differ: what the second wins, what it loses, the largest first. */
import { ArrowDown, ArrowUp, Equal, Minus } from "lucide-react";
import type { CheckFlip } from "../../../preload/contract/comparison.ts";
import { useReader } from "../../app/settings.tsx";
import { CheckStatusIcon } from "../../components/status.tsx";
import { visibleText } from "../../components/visible-text.ts";

interface FlipsProps {
  readonly flips: readonly CheckFlip[];
  /** What the two sides and their difference are called; A and B when left out. */
  readonly names?: readonly [string, string, string];
  /** Said where they do not differ. */
  readonly none?: string;
}

export function Flips({ flips, names, none }: FlipsProps) {
  const { t, find, format } = useReader();
  const [before, after, difference] = names ?? ["A", "B", t("compare.difference")];
  if (flips.length === 0)
    return (
      <p className="quiet pad row">
        <Equal size={14} aria-hidden />
        {none ?? t("compare.flips.none")}
      </p>
    );
  return (
    <div className="table-scroll">
      <table className="table flips">
        <thead>
          <tr>
            <th scope="col">{t("compare.check")}</th>
            <th scope="col">{before}</th>
            <th scope="col">{after}</th>
            <th scope="col" className="number">
              {difference}
            </th>
          </tr>
        </thead>
        <tbody>
          {flips.map((flip) => (
            <tr key={flip.id}>
              <th scope="row">
                <span className="strong block ink-text">{find(`check.${flip.id}`) ?? flip.id}</span>
                <span className="quiet">{find(`stage.${flip.stage}`) ?? flip.stage}</span>
              </th>
              <FlipSide side={flip.a} />
              <FlipSide side={flip.b} />
              <td className="number nowrap">
                <span
                  className={flip.difference > 0 ? "ink-good" : flip.difference < 0 ? "ink-bad" : "quiet"}
                >
                  {flip.difference > 0 ? (
                    <ArrowUp size={13} aria-label={t("compare.won")} />
                  ) : flip.difference < 0 ? (
                    <ArrowDown size={13} aria-label={t("compare.lost")} />
                  ) : (
                    <Minus size={13} aria-hidden />
                  )}{" "}
                  {format.signed(flip.difference)}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function FlipSide({ side }: { readonly side: CheckFlip["a"] }) {
  const { t, format } = useReader();
  if (side === null) return <td className="quiet">{t("compare.absent")}</td>;
  return (
    <td>
      <span className="flip-side">
        <CheckStatusIcon status={side.status} size={14} />
        <span className="figure nowrap">
          {t("of", { a: format.points(side.points), b: format.points(side.maximum) })}
        </span>
        <span className="quiet break">{visibleText(side.message)}</span>
      </span>
    </td>
  );
}
