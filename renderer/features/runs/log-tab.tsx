/** The log of a run that has ended, in the terminal, and as plain text page by page for what the terminal forgets. */
import { useState } from "react";
import type { Run } from "../../../preload/contract/run.ts";
import { useReader } from "../../app/settings.tsx";
import { CodeViewer } from "../../components/code-viewer.tsx";
import { Failure } from "../../components/failure.tsx";
import { Loading } from "../../components/loading.tsx";
import { Segmented } from "../../components/segmented.tsx";
import { useCall } from "../../connection/use-call.ts";
import { plainText } from "../../terminal/sanitiser.ts";
import { TerminalPane } from "../../terminal/terminal-pane.tsx";

export function LogTab({ run }: { readonly run: Run }) {
  const { t } = useReader();
  const [view, setView] = useState<"terminal" | "text">("terminal");
  return (
    <div className="log-tab">
      <Segmented
        legend={t("log.view")}
        hideLegend
        value={view}
        onChange={setView}
        choices={[
          { value: "terminal", label: t("log.view.terminal") },
          { value: "text", label: t("log.view.text") },
        ]}
      />
      {view === "terminal" ? (
        <TerminalPane runId={run.id} label={t("log.title")} />
      ) : (
        <LogPages id={run.id} />
      )}
    </div>
  );
}

const pageBytes = 262_144;

function LogPages({ id }: { readonly id: string }) {
  const { t, format } = useReader();
  const [offset, setOffset] = useState(0);
  const page = useCall("log.read", { id, offset, limit: pageBytes });
  if (page.failure !== null) return <Failure failure={page.failure} retry={page.reload} />;
  if (page.data === null) return <Loading />;
  const { size, nextOffset, text } = page.data;
  return (
    <div className="card log-pages">
      <div className="row between pad">
        <span className="figure quiet">
          {t("log.bytes", {
            from: format.integer(offset),
            to: format.integer(nextOffset),
            size: format.integer(size),
          })}
        </span>
        {size > pageBytes && (
          <span className="row">
            <button
              type="button"
              className="button small"
              disabled={offset === 0}
              onClick={() => setOffset(Math.max(0, offset - pageBytes))}
            >
              {t("log.page.previous")}
            </button>
            <button
              type="button"
              className="button small"
              disabled={nextOffset >= size}
              onClick={() => setOffset(nextOffset)}
            >
              {t("log.page.next")}
            </button>
            <button
              type="button"
              className="button small"
              disabled={nextOffset >= size}
              onClick={() => setOffset(Math.max(0, size - pageBytes))}
            >
              {t("log.page.last")}
            </button>
          </span>
        )}
      </div>
      <CodeViewer label={t("log.title")} text={plainText(text)} />
    </div>
  );
}
