/** The managed Python: whether it is whole, what is pinned, what was found. */
import { CircleCheck, CircleX, Wrench } from "lucide-react";
import { useEffect, useState } from "react";
import { useReader } from "../../app/settings.tsx";
import { Card } from "../../components/card.tsx";
import { Failure } from "../../components/failure.tsx";
import { Loading } from "../../components/loading.tsx";
import { createEnvironment, useEnvironmentWork } from "../../connection/environment-work.ts";
import { useCall } from "../../connection/use-call.ts";
import { EnvironmentProgress } from "./environment-progress.tsx";

export function PythonCard() {
  const { t, plural } = useReader();
  const environment = useCall("environment.check", {});
  const work = useEnvironmentWork();
  const [search, setSearch] = useState("");
  const { reload } = environment;
  useEffect(() => {
    if (work.state === "done" || work.state === "failed") reload();
  }, [work.state, reload]);
  const status = environment.data;
  const packages = (status?.packages ?? []).filter((one) => one.name.includes(search.trim().toLowerCase()));
  const wrong = (status?.packages ?? []).filter((one) => !one.ok).length;

  return (
    <Card
      title={t("environment.python")}
      aside={
        status !== null && (
          <button
            type="button"
            className={`button small ${status.ready ? "" : "primary"}`}
            disabled={work.state === "working"}
            onClick={() => void createEnvironment(status.ready)}
          >
            <Wrench size={13} aria-hidden />
            {status.ready ? t("environment.repair") : t("environment.create")}
          </button>
        )
      }
    >
      {environment.failure !== null && <Failure failure={environment.failure} retry={environment.reload} />}
      {status === null && environment.failure === null && <Loading />}
      <EnvironmentProgress />
      {status !== null && (
        <>
          {status.problem !== null && work.state !== "working" && (
            <div className="notice notice-partial">
              <CircleX size={16} aria-hidden />
              <div className="notice-body">
                <strong>{status.problem.message}</strong>
                <p className="break">{status.problem.hint}</p>
              </div>
            </div>
          )}
          <dl className="pairs wide">
            <div className="pair">
              <dt>{t("environment.state")}</dt>
              <dd>
                {status.ready ? (
                  <span className="row ink-good">
                    <CircleCheck size={15} aria-hidden />
                    {t("environment.ready")}
                  </span>
                ) : (
                  <span className="row ink-bad">
                    <CircleX size={15} aria-hidden />
                    {t("environment.not_ready")}
                  </span>
                )}
              </dd>
            </div>
            <div className="pair">
              <dt>Python</dt>
              <dd>{status.python ?? "–"}</dd>
            </div>
            <div className="pair">
              <dt>{t("environment.executable")}</dt>
              <dd className="mono break">{status.executable ?? "–"}</dd>
            </div>
            <div className="pair">
              <dt>{t("environment.lock")}</dt>
              <dd className="mono break">{status.lockDigest}</dd>
            </div>
          </dl>
          {status.packages.length > 0 && (
            <>
              <div className="row between">
                <span>
                  {wrong === 0
                    ? plural("environment.packages", status.packages.length)
                    : plural("environment.packages.wrong", wrong)}
                </span>
                <input
                  type="search"
                  className="input short"
                  value={search}
                  aria-label={t("environment.search")}
                  placeholder={t("environment.search")}
                  onChange={(event) => setSearch(event.target.value)}
                />
              </div>
              <div
                className="table-scroll tall"
                tabIndex={0}
                role="group"
                aria-label={t("environment.python")}
              >
                <table className="table compact">
                  <thead>
                    <tr>
                      <th scope="col">{t("environment.package")}</th>
                      <th scope="col">{t("environment.wanted")}</th>
                      <th scope="col">{t("environment.found")}</th>
                      <th scope="col">{t("environment.state")}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {packages.map((one) => (
                      <tr key={one.name}>
                        <th scope="row" className="mono">
                          {one.name}
                        </th>
                        <td className="mono">{one.wanted}</td>
                        <td className="mono">{one.found ?? "–"}</td>
                        <td>
                          {one.ok ? (
                            <span className="row ink-good">
                              <CircleCheck size={13} aria-hidden />
                              {t("environment.equal")}
                            </span>
                          ) : (
                            <span className="row ink-bad">
                              <CircleX size={13} aria-hidden />
                              {one.found === null ? t("environment.absent") : t("environment.differs")}
                            </span>
                          )}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            </>
          )}
        </>
      )}
    </Card>
  );
}
