/** What a check found, as the grader wrote it: pairs, small tables, else JSON. */
import { useReader } from "../../app/settings.tsx";
import { visibleText } from "../../components/visible-text.ts";
import { detailName, detailValue } from "./details-words.ts";

type Scalar = string | number | boolean | null;
const isScalar = (value: unknown): value is Scalar =>
  value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean";
const isRow = (value: unknown): value is Readonly<Record<string, Scalar>> =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every(isScalar);

const rowsMost = 50;
/** A field of a check's details; one that no word is known for is shown as the program writes it. */
function DetailName({ name }: { readonly name: string }) {
  const { language } = useReader();
  return detailName(name, language) ?? <code>{visibleText(name)}</code>;
}

type Write = (name: string, value: Scalar) => string;

function useWrite(): Write {
  const { t, language, format } = useReader();
  return (name, value) => {
    if (value === null) return "–";
    if (typeof value === "boolean") return t(value ? "compared.yes" : "compared.no");
    if (typeof value === "number") return Number.isInteger(value) ? String(value) : format.decimal(value, 4);
    return visibleText(detailValue(name, value, language));
  };
}

export function DetailsView({ details }: { readonly details: Readonly<Record<string, unknown>> }) {
  const { t } = useReader();
  const text = useWrite();
  const entries = Object.entries(details);
  if (entries.length === 0) return null;
  const scalars = entries.filter(
    ([, value]) => isScalar(value) || (Array.isArray(value) && value.every(isScalar)),
  );
  const others = entries.filter(([name]) => !scalars.some(([one]) => one === name));
  return (
    <div className="details">
      {scalars.length > 0 && (
        <dl className="pairs">
          {scalars.map(([name, value]) => (
            <div key={name} className="pair">
              <dt>
                <DetailName name={name} />
              </dt>
              <dd className="break">
                {Array.isArray(value)
                  ? value.length === 0
                    ? "–"
                    : (value as Scalar[])
                        .slice(0, rowsMost)
                        .map((one) => text(name, one))
                        .join(", ")
                  : text(name, value as Scalar)}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {others.map(([name, value]) => (
        <div key={name}>
          <p className="label">
            <DetailName name={name} />
          </p>
          {Array.isArray(value) && value.length > 0 && value.every(isRow) ? (
            <RowsTable
              rows={value}
              text={text}
              more={t("details.more", { n: Math.max(0, value.length - rowsMost) })}
            />
          ) : (
            <pre className="json" tabIndex={0} aria-label={name}>
              {visibleText(JSON.stringify(value, null, 2) ?? "null")}
            </pre>
          )}
        </div>
      ))}
    </div>
  );
}

interface RowsTableProps {
  readonly rows: readonly Readonly<Record<string, Scalar>>[];
  readonly text: Write;
  readonly more: string;
}

function RowsTable({ rows, text, more }: RowsTableProps) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return (
    <div className="table-scroll" tabIndex={0} role="group">
      <table className="table compact">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                <DetailName name={column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, rowsMost).map((row, index) => (
            <tr key={`${index}:${String(row[columns[0] ?? ""])}`}>
              {columns.map((column) => (
                <td key={column} className={typeof row[column] === "number" ? "number" : ""}>
                  {text(column, row[column] ?? null)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > rowsMost && <p className="quiet">{more}</p>}
    </div>
  );
}
