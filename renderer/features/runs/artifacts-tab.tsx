/** What the run left: figures as pictures, text as text, the rest by name, size and digest. */
import { FileImage, FileText, FolderOpen, Workflow } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import type { Artifact, Run } from "../../../preload/contract/run.ts";
import { useReader } from "../../app/settings.tsx";
import { Card } from "../../components/card.tsx";
import { CodeViewer } from "../../components/code-viewer.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Failure } from "../../components/failure.tsx";
import { JsonTree } from "../../components/json-tree.tsx";
import { Loading } from "../../components/loading.tsx";
import { Segmented } from "../../components/segmented.tsx";
import { visibleText } from "../../components/visible-text.ts";
import { useCall } from "../../connection/use-call.ts";

const LineageView = lazy(() => import("./lineage-view.tsx"));

const isPicture = (path: string) => path.toLowerCase().endsWith(".png");
const isJson = (path: string) => path.toLowerCase().endsWith(".json");
/** A view, not a file: no path of a report folder begins so. */
const drawing = "/lineage";

interface ArtifactsTabProps {
  readonly run: Run;
  /** What is shown first, and the line of it that somebody speaks of. */
  readonly file: string | null;
  readonly line: number | null;
}

export function ArtifactsTab({ run, file, line }: ArtifactsTabProps) {
  const { t, format } = useReader();
  const artifacts = [...run.artifacts].sort((a, b) => a.path.localeCompare(b.path));
  const [chosen, setChosen] = useState<string | null>(
    file ?? artifacts.find((one) => one.path === "report.json")?.path ?? artifacts[0]?.path ?? null,
  );
  if (artifacts.length === 0 && run.skipped.length === 0)
    return <EmptyState icon={FolderOpen} title={t("artifacts.none")} text={t("artifacts.none.text")} />;
  return (
    <div className="artifact-grid">
      <div className="stack">
        <Card title={t("run.tab.artifacts")} flush>
          <ul className="places">
            <li>
              <button
                type="button"
                aria-current={chosen === drawing ? "true" : undefined}
                onClick={() => setChosen(drawing)}
              >
                <Workflow size={14} aria-hidden />
                <span className="grow">{t("lineage.title")}</span>
                <span className="quiet">{t("artifacts.drawing")}</span>
              </button>
            </li>
            {artifacts.map((artifact) => (
              <li key={artifact.path}>
                <button
                  type="button"
                  aria-current={artifact.path === chosen ? "true" : undefined}
                  onClick={() => setChosen(artifact.path)}
                >
                  {isPicture(artifact.path) ? (
                    <FileImage size={14} aria-hidden />
                  ) : (
                    <FileText size={14} aria-hidden />
                  )}
                  <span className="grow break">{visibleText(artifact.path)}</span>
                  <span className="figure quiet">{format.bytes(artifact.bytes)}</span>
                </button>
              </li>
            ))}
          </ul>
        </Card>
        {run.skipped.length > 0 && (
          <Card title={t("artifacts.skipped")} flush>
            <ul className="skipped">
              {run.skipped.map((one) => (
                <li key={one.path}>
                  <span className="mono break">{visibleText(one.path)}</span>
                  <span className="quiet block">{visibleText(one.reason)}</span>
                </li>
              ))}
            </ul>
          </Card>
        )}
      </div>
      {chosen === drawing && (
        <Suspense fallback={<Loading />}>
          <LineageView runId={run.id} />
        </Suspense>
      )}
      {artifacts
        .filter((artifact) => artifact.path === chosen)
        .map((artifact) => (
          <ArtifactView
            key={artifact.path}
            runId={run.id}
            artifact={artifact}
            line={artifact.path === file ? line : null}
          />
        ))}
      {chosen !== null && chosen !== drawing && !artifacts.some((one) => one.path === chosen) && (
        <p className="quiet">{t("artifacts.missing", { file: visibleText(chosen) })}</p>
      )}
    </div>
  );
}

interface ArtifactViewProps {
  readonly runId: string;
  readonly artifact: Artifact;
  readonly line: number | null;
}

function ArtifactView({ runId, artifact, line }: ArtifactViewProps) {
  const { t, format } = useReader();
  const file = useCall("runs.file", { id: runId, path: `report/${artifact.path}` });
  const name = visibleText(artifact.path);
  return (
    <Card
      flush
      title={<span className="mono">{name}</span>}
      aside={
        <span className="quiet mono" title={artifact.sha256}>
          {format.bytes(artifact.bytes)} · sha256 {artifact.sha256.slice(0, 12)}
        </span>
      }
    >
      {file.failure !== null && <Failure failure={file.failure} retry={file.reload} />}
      {file.data === null && file.failure === null && <Loading />}
      {file.data?.kind === "image" && (
        <div className="picture">
          <img src={file.data.dataUrl} alt={t("artifacts.figure", { name })} />
        </div>
      )}
      {file.data?.kind === "text" &&
        (isJson(artifact.path) && !file.data.truncated ? (
          <JsonFile name={name} text={file.data.text} line={line} />
        ) : (
          <>
            <CodeViewer label={name} text={file.data.text} line={line} />
            {file.data.truncated && <p className="quiet pad">{t("artifacts.truncated")}</p>}
          </>
        ))}
      {file.data?.kind === "binary" && <p className="quiet pad">{t("artifacts.binary")}</p>}
    </Card>
  );
}

type View = "tree" | "text";

interface JsonFileProps {
  readonly name: string;
  readonly text: string;
  readonly line: number | null;
}

/** A JSON file as a tree or as it was written; what is no JSON is shown as text alone. A tree has no lines. */
function JsonFile({ name, text, line }: JsonFileProps) {
  const { t } = useReader();
  const [view, setView] = useState<View>(line === null ? "tree" : "text");
  const parsed = useMemo(() => parse(text), [text]);
  return (
    <>
      <div className="row end pad">
        {parsed === null ? (
          <span className="quiet">{t("artifacts.not_json")}</span>
        ) : (
          <Segmented<View>
            legend={t("artifacts.view")}
            hideLegend
            value={view}
            onChange={setView}
            choices={[
              { value: "tree", label: t("artifacts.tree") },
              { value: "text", label: t("artifacts.text") },
            ]}
          />
        )}
      </div>
      {parsed !== null && view === "tree" ? (
        <JsonTree label={name} value={parsed.value} />
      ) : (
        <CodeViewer label={name} text={text} line={line} />
      )}
    </>
  );
}

function parse(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}
