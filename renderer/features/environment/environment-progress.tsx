/** The making of the Python environment as it goes: step, share done, and every line it said. */
import { useEffect, useRef } from "react";
import { Failure } from "../../components/failure.tsx";
import { Meter } from "../../components/meter.tsx";
import { createEnvironment, useEnvironmentWork } from "../../connection/environment-work.ts";
import { useReader } from "../../app/settings.tsx";

export function EnvironmentProgress() {
  const { t, format } = useReader();
  const { state, progress, log, failure } = useEnvironmentWork();
  const lines = useRef<HTMLPreElement>(null);
  useEffect(() => {
    if (log.length > 0) lines.current?.scrollTo({ top: lines.current.scrollHeight });
  }, [log]);
  if (state === "idle") return null;
  const fraction = progress?.fraction ?? 0;
  return (
    <div className="stack">
      {failure !== null && <Failure failure={failure} retry={() => void createEnvironment(true)} />}
      {state === "working" && (
        <>
          <div className="row between">
            <span role="status">
              {progress === null ? t("environment.starting") : t(`environment.step.${progress.step}`)}
            </span>
            <span className="quiet">{format.share(fraction)}</span>
          </div>
          <Meter
            label={t("environment.progress")}
            value={fraction}
            maximum={1}
            text={format.share(fraction)}
          />
        </>
      )}
      {log.length > 0 && state !== "done" && (
        <pre ref={lines} className="work-log" tabIndex={0} aria-label={t("environment.log")}>
          {log.join("\n")}
        </pre>
      )}
    </div>
  );
}
