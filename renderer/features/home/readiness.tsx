/** Three lines that say whether a run can start here, each with the way to its details. */
import { ChevronRight, CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { EnvironmentStatus } from "../../../preload/contract/environment.ts";
import { useReader } from "../../app/settings.tsx";
import { Card } from "../../components/card.tsx";
import { type Loaded, useCall } from "../../connection/use-call.ts";

type State = "ready" | "weak" | "missing" | "asking";

function Line({ state, name, text, href }: { state: State; name: string; text: ReactNode; href: string }) {
  const { t } = useReader();
  const icon =
    state === "ready" ? (
      <CircleCheck size={18} aria-hidden className="ink-good" />
    ) : state === "weak" ? (
      <TriangleAlert size={18} aria-hidden className="ink-partial" />
    ) : state === "missing" ? (
      <CircleX size={18} aria-hidden className="ink-bad" />
    ) : (
      <span className="dot-loading" aria-hidden />
    );
  return (
    <li>
      <a className="ready-line" href={href}>
        {icon}
        <span className="grow">
          <strong>{name}</strong>
          <span className="visually-hidden">{t(`ready.${state}`)}</span>
          <span className="quiet block">{text}</span>
        </span>
        <ChevronRight size={14} aria-hidden className="quiet" />
      </a>
    </li>
  );
}

export function Readiness({ environment }: { readonly environment: Loaded<EnvironmentStatus> }) {
  const { t, plural, format, language } = useReader();
  const doctor = useCall("sandbox.doctor", { language });
  const info = useCall("app.info", {});
  const status = environment.data;
  const report = doctor.data;
  const count = (state: string) => report?.walls.filter((row) => row.state === state).length ?? 0;
  const missing = count("Missing");

  return (
    <Card title={t("ready.title")} flush>
      <ul className="ready-list">
        <Line
          href="#/environment"
          state={
            status === null
              ? environment.failure === null
                ? "asking"
                : "missing"
              : status.ready
                ? "ready"
                : "missing"
          }
          name={t("ready.environment")}
          text={
            status === null
              ? (environment.failure?.message ?? t("state.checking"))
              : status.ready
                ? `Python ${status.python ?? "3.11"} · ${plural("ready.packages", status.packages.length)}`
                : t("ready.environment.none")
          }
        />
        <Line
          href="#/environment"
          state={
            report === null
              ? doctor.failure === null
                ? "asking"
                : "missing"
              : report.level === null
                ? "missing"
                : missing > 0 || report.grade === "reduced" || report.grade === "limits_only"
                  ? "weak"
                  : "ready"
          }
          name={t("ready.sandbox")}
          text={
            report === null
              ? (doctor.failure?.message ?? t("state.checking"))
              : report.level === null
                ? report.title
                : `${report.level} · ${report.title} · ${plural("ready.enforced", count("Enforced"))}${
                    missing > 0 ? ` · ${plural("ready.missing_walls", missing)}` : ""
                  }`
          }
        />
        <Line
          href="#/settings"
          state={info.data === null ? (info.failure === null ? "asking" : "missing") : "ready"}
          name={t("ready.machine")}
          text={
            info.data === null
              ? (info.failure?.message ?? t("state.checking"))
              : `${plural("ready.cores", info.data.cores)} · ${format.bytes(info.data.memoryBytes)} · ${t("ready.offline")}`
          }
        />
      </ul>
    </Card>
  );
}
