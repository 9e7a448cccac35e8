/** Claimed against recomputed: what the report says, what is true, how far apart, and what follows. */
import { useReader } from "../../app/settings.tsx";
import type { Tone } from "../../components/status.tsx";
import { visibleText } from "../../components/visible-text.ts";
import type { ComparedRow } from "./compared-rows.ts";

const tones: Readonly<Record<ComparedRow["verdict"], Tone>> = {
  agrees: "good",
  differs: "bad",
  unsaid: "bad",
  unsourced: "partial",
};

export function ComparedTable({ rows }: { readonly rows: readonly ComparedRow[] }) {
  const { t, format } = useReader();
  const areParameters = rows.every((row) => row.what === "hyperparameter");
  const title = t(areParameters ? "compared.parameters" : "compared.title");
  const write = (value: ComparedRow["said"]): string => {
    if (value === null) return "–";
    if (typeof value === "boolean") return t(value ? "compared.yes" : "compared.no");
    if (typeof value === "number") return Number.isInteger(value) ? String(value) : format.decimal(value, 4);
    return visibleText(value);
  };
  const nameOf = ({ what, name }: ComparedRow): string => {
    const shown = visibleText(name);
    if (what === "gap" || what === "problem" || what === "drop")
      return t(`compared.${what}`, { name: shown });
    return shown;
  };
  return (
    <div className="table-scroll" tabIndex={0} role="group" aria-label={title}>
      <table className="table compact compared">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t(areParameters ? "compared.parameter" : "compared.what")}</th>
            <th scope="col" className="number">
              {t(areParameters ? "compared.listed" : "compared.said")}
            </th>
            <th scope="col" className="number">
              {t(areParameters ? "compared.real" : "compared.measured")}
            </th>
            {!areParameters && (
              <th scope="col" className="number">
                {t("compared.difference")}
              </th>
            )}
            <th scope="col">{t("compared.verdict")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={`${index}:${row.name}`}>
              <th scope="row">{nameOf(row)}</th>
              <td className="number break">{write(row.said)}</td>
              <td className="number break">{write(row.measured)}</td>
              {!areParameters && (
                <td className="number">
                  {row.difference === null ? "–" : signed(row.difference, format.decimal)}
                </td>
              )}
              <td>
                <span className={`badge tone-${tones[row.verdict]}`}>
                  {t(`compared.verdict.${row.verdict}`)}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Differences at the edge of a tolerance show in the fourth decimal. */
function signed(value: number, decimal: (value: number, digits: number) => string): string {
  const text = decimal(Math.abs(value), 4);
  if (/^[0.,]*$/.test(text)) return text;
  return value > 0 ? `+${text}` : `−${text}`;
}
