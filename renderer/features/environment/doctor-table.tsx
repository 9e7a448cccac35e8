/** The doctor's report: header, one row for each wall and each part, fixes to copy, and what is not held. */
import {
  CircleCheck,
  CircleMinus,
  CircleX,
  Eye,
  Info,
  type LucideIcon,
  ScrollText,
  ShieldAlert,
  ShieldCheck,
  ShieldX,
} from "lucide-react";
import type { ReactNode } from "react";
import type {
  DoctorGrade,
  DoctorPart,
  DoctorReport,
  DoctorRow,
  PartState,
  WallState,
} from "../../../preload/contract/doctor.ts";
import { useReader } from "../../app/settings.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import type { Tone } from "../../components/status.tsx";

interface Look {
  readonly icon: LucideIcon;
  readonly tone: Tone;
}

const looks: Readonly<Record<WallState | PartState, Look>> = {
  Enforced: { icon: ShieldCheck, tone: "good" },
  Watched: { icon: Eye, tone: "partial" },
  Policy: { icon: ScrollText, tone: "partial" },
  Advisory: { icon: Info, tone: "quiet" },
  Missing: { icon: CircleX, tone: "bad" },
  Working: { icon: CircleCheck, tone: "good" },
  Off: { icon: CircleMinus, tone: "quiet" },
};

const gradeLooks: Readonly<Record<DoctorGrade, Look>> = {
  full: { icon: ShieldCheck, tone: "good" },
  full_watched: { icon: ShieldCheck, tone: "good" },
  reduced: { icon: ShieldAlert, tone: "partial" },
  limits_only: { icon: ShieldAlert, tone: "bad" },
  not_available: { icon: ShieldX, tone: "bad" },
};

export function DoctorTable({ report }: { readonly report: DoctorReport }) {
  const { t } = useReader();
  return (
    <>
      <Header report={report} />
      <div className="table-scroll">
        <table className="table doctor">
          <thead>
            <tr>
              <th scope="col">{t("wall.name")}</th>
              <th scope="col">{t("doctor.state")}</th>
              <th scope="col">{t("doctor.mechanism")}</th>
              <th scope="col">{t("doctor.detail")}</th>
              <th scope="col">{t("wall.hit")}</th>
            </tr>
          </thead>
          <tbody>
            {report.walls.map((row) => (
              <WallRows key={row.wall} row={row} />
            ))}
          </tbody>
          {report.parts.length > 0 && (
            <tbody>
              <tr className="part-head">
                <th scope="rowgroup" colSpan={5}>
                  {t("doctor.inside")}
                </th>
              </tr>
              {report.parts.map((part) => (
                <PartRows key={part.part} part={part} />
              ))}
            </tbody>
          )}
        </table>
      </div>
      {report.python.fix !== null && (
        <p className="pad break">
          <strong>Python</strong> {report.python.detail} {report.python.fix}
        </p>
      )}
      {report.notHeld.length > 0 && <NotHeld sentences={report.notHeld} />}
    </>
  );
}

function Header({ report }: { readonly report: DoctorReport }) {
  const { icon: Icon, tone } = gradeLooks[report.grade];
  return (
    <div className="doctor-level">
      <Icon size={22} aria-hidden className={`ink-${tone === "quiet" ? "text" : tone}`} />
      <p>
        <strong className="doctor-grade">{report.title}</strong>
        {report.level !== null && <span className="badge tone-quiet">{report.level}</span>}
        <span className="quiet block">{report.summary}</span>
      </p>
      <span className="quiet">{report.system}</span>
    </div>
  );
}

function WallRows({ row }: { readonly row: DoctorRow }) {
  const { t } = useReader();
  return (
    <>
      <tr className={row.fix === null ? undefined : "has-fix"}>
        <th scope="row" className="ink-text strong">
          {t(`wall.${row.wall}`)}
        </th>
        <State state={row.state} checkedAt={row.checkedAt} />
        <td className="mono">{row.mechanism}</td>
        <td>
          <Met row={row} />
        </td>
        <td className="break">{row.hit}</td>
      </tr>
      <FixRow fix={row.fix} command={row.command} />
    </>
  );
}

function PartRows({ part }: { readonly part: DoctorPart }) {
  return (
    <>
      <tr className={part.fix === null ? undefined : "has-fix"}>
        <th scope="row" className="ink-text strong">
          {part.name}
        </th>
        <State state={part.state} checkedAt={part.checkedAt} />
        <td colSpan={3} className="break">
          {part.detail}
        </td>
      </tr>
      <FixRow fix={part.fix} command={part.command} />
    </>
  );
}

function State({
  state,
  checkedAt,
}: {
  readonly state: WallState | PartState;
  readonly checkedAt: string;
}): ReactNode {
  const { t, format } = useReader();
  const { icon: Icon, tone } = looks[state];
  return (
    <td className="doctor-state">
      <span className={`badge tone-${tone}`} title={t(`doctor.state.${state}.explained`)}>
        <Icon size={13} aria-hidden />
        {t(`doctor.state.${state}`)}
      </span>
      <time className="quiet checked-at" dateTime={checkedAt} title={format.instant(checkedAt)}>
        {format.time(checkedAt)}
      </time>
    </td>
  );
}

/** What was met, in one line; the single acts behind it. */
function Met({ row }: { readonly row: DoctorRow }) {
  const { t, plural } = useReader();
  if (row.attempts.length === 0) return <span className="break">{row.detail}</span>;
  const worked = row.attempts.filter(({ held }) => !held).length;
  return (
    <details className="acts" open={worked > 0}>
      <summary>
        {worked === 0
          ? plural("doctor.refused", row.attempts.length)
          : t("doctor.worked", { worked, n: row.attempts.length })}
      </summary>
      <ul>
        {row.attempts.map(({ text, met, held }) => (
          <li key={text} className={held ? undefined : "ink-bad"}>
            {held ? (
              <>
                {text} <span className="mono">{met}</span>
              </>
            ) : (
              `${text}: ${met}`
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The sentence with its command set apart, and the button that copies the command alone. */
function FixRow({ fix, command }: { readonly fix: string | null; readonly command: string | null }) {
  const { t } = useReader();
  if (fix === null) return null;
  const quoted = command === null ? -1 : fix.indexOf(`\`${command}\``);
  return (
    <tr className="fix-row">
      <td className="ink-text">{t("doctor.fix")}</td>
      <td colSpan={4}>
        <div className="fix">
          <span className="break">
            {quoted < 0 || command === null ? (
              fix
            ) : (
              <>
                {fix.slice(0, quoted)}
                <code>{command}</code>
                {fix.slice(quoted + command.length + 2)}
              </>
            )}
          </span>
          {command !== null && <CopyButton text={command} label={t("doctor.copy")} />}
        </div>
      </td>
    </tr>
  );
}

function NotHeld({ sentences }: { readonly sentences: readonly string[] }) {
  const { t } = useReader();
  return (
    <section className="not-held" aria-labelledby="not-held">
      <h3 id="not-held">{t("doctor.not_held")}</h3>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}
