/** Which wall is enforced by what on this machine; each row comes from a canary that ran in a real box. */
import { CircleX, Eye, Info, type LucideIcon, RotateCw, ScrollText, ShieldCheck } from "lucide-react";
import { useState } from "react";
import type { DoctorReport, DoctorRow, WallState } from "../../../preload/contract/doctor.ts";
import type { ErrorBody } from "../../../preload/contract/error.ts";
import { useReader } from "../../app/settings.tsx";
import { Card } from "../../components/card.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Failure } from "../../components/failure.tsx";
import { Loading } from "../../components/loading.tsx";
import type { Tone } from "../../components/status.tsx";
import { failureOf } from "../../connection/failure.ts";
import { useCall } from "../../connection/use-call.ts";

const looks: Readonly<Record<WallState, { readonly icon: LucideIcon; readonly tone: Tone }>> = {
  Enforced: { icon: ShieldCheck, tone: "good" },
  Watched: { icon: Eye, tone: "partial" },
  Policy: { icon: ScrollText, tone: "partial" },
  Advisory: { icon: Info, tone: "quiet" },
  Missing: { icon: CircleX, tone: "bad" },
};

/** The part of a fix that is a command: between backticks, else all of it. */
const commandOf = (fix: string) => /`([^`]+)`/.exec(fix)?.[1] ?? fix;

export function DoctorCard() {
  const { t, format } = useReader();
  const known = useCall("sandbox.doctor", {});
  const [fresh, setFresh] = useState<DoctorReport | null>(null);
  const [failure, setFailure] = useState<ErrorBody | null>(null);
  const [asking, setAsking] = useState(false);
  const report = fresh ?? known.data;

  const again = () => {
    setAsking(true);
    setFailure(null);
    window.workbench
      .call("sandbox.doctor", { fresh: true })
      .then(setFresh, (error: unknown) => setFailure(failureOf(error)))
      .finally(() => setAsking(false));
  };
  const failed = failure ?? (report === null ? known.failure : null);

  return (
    <Card
      flush
      title={t("doctor.title")}
      aside={
        <span className="row">
          {report !== null && (
            <span className="quiet">
              {t("doctor.when", {
                when: format.ago(report.checkedAt),
                seconds: format.seconds(report.seconds),
              })}
            </span>
          )}
          <button type="button" className="button small" disabled={asking} onClick={again}>
            <RotateCw size={13} aria-hidden className={asking ? "spin" : undefined} />
            {t("doctor.again")}
          </button>
        </span>
      }
    >
      {failed !== null && (
        <div className="pad">
          <Failure failure={failed} retry={again} />
        </div>
      )}
      {report === null && failed === null && <Loading lines={8} />}
      {report !== null && <DoctorTable report={report} />}
    </Card>
  );
}

function DoctorTable({ report }: { readonly report: DoctorReport }) {
  const { t } = useReader();
  return (
    <>
      <p className="doctor-level">
        <strong>
          {report.level === null ? t("level.none") : `${report.level} · ${t(`level.${report.level}`)}`}
        </strong>
        <span className="quiet">
          {report.level === null ? t("level.none.explained") : t(`level.${report.level}.explained`)}
        </span>
      </p>
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
              <DoctorRows key={row.wall} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      {report.python.fix !== null && (
        <p className="pad break">
          <strong>Python</strong> {report.python.detail} {report.python.fix}
        </p>
      )}
    </>
  );
}

function DoctorRows({ row }: { readonly row: DoctorRow }) {
  const { t, language } = useReader();
  const { icon: Icon, tone } = looks[row.state];
  return (
    <>
      <tr className={row.fix === null ? undefined : "has-fix"}>
        <th scope="row" className="ink-text strong">
          {t(`wall.${row.wall}`)}
        </th>
        <td>
          <span className={`badge tone-${tone}`} title={t(`doctor.state.${row.state}.explained`)}>
            <Icon size={13} aria-hidden />
            {t(`doctor.state.${row.state}`)}
          </span>
        </td>
        <td className="mono">{row.mechanism}</td>
        <td className="break">{row.detail}</td>
        <td className="break">{language === "zh" ? t(`wall.hit.${row.wall}`) : row.hit}</td>
      </tr>
      {row.fix !== null && (
        <tr className="fix-row">
          <td className="ink-text">{t("doctor.fix")}</td>
          <td colSpan={4}>
            <span className="fix">
              <span className="break">{row.fix}</span>
              <CopyButton text={commandOf(row.fix)} />
            </span>
          </td>
        </tr>
      )}
    </>
  );
}
