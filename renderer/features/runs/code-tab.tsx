/** The code that ran, file by file, with every line that a check or a diagnosis speaks of. */
import { FileCode2 } from "lucide-react";
import { useMemo } from "react";
import type { CheckResult, Run } from "../../../preload/contract/run.ts";
import { formatRoute, runRoute } from "../../app/router.ts";
import { useReader } from "../../app/settings.tsx";
import { Card } from "../../components/card.tsx";
import { CodeViewer } from "../../components/code-viewer.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Failure } from "../../components/failure.tsx";
import { Loading } from "../../components/loading.tsx";
import { CheckStatusIcon } from "../../components/status.tsx";
import { visibleText } from "../../components/visible-text.ts";
import { useCall } from "../../connection/use-call.ts";
import { nameOf, pathOf, placeRoute } from "./place-route.ts";

const entry = "solution.py";

interface CodeTabProps {
  readonly run: Run;
  /** A path below the solution's folder, or a name as places have it; null: the program's entry. */
  readonly file: string | null;
  readonly line: number | null;
}

export function CodeTab({ run, file, line }: CodeTabProps) {
  const { t } = useReader();
  const solution = useCall("runs.solution", { id: run.id });
  if (solution.failure !== null) return <Failure failure={solution.failure} retry={solution.reload} />;
  if (solution.data === null) return <Loading />;
  const paths = solution.data.files.map((one) => one.path);
  const wanted = file ?? entry;
  const path = pathOf(wanted, paths);
  return (
    <div className="code-grid">
      {path === null ? (
        <p className="quiet">{t("code.missing", { file: visibleText(wanted) })}</p>
      ) : (
        <SourceFile key={path} run={run} path={path} line={line} />
      )}
      <div className="stack">
        {(paths.length > 1 || path === null) && (
          <Files runId={run.id} paths={paths} shown={path} left={solution.data.left} />
        )}
        <Places run={run} path={path} line={line} />
      </div>
    </div>
  );
}

function SourceFile({
  run,
  path,
  line,
}: {
  readonly run: Run;
  readonly path: string;
  readonly line: number | null;
}) {
  const { t } = useReader();
  const file = useCall("runs.file", { id: run.id, path: `solution/${path}` });
  const marked = useMemo(
    () =>
      new Set(
        [...run.stages.flatMap((stage) => stage.checks), ...run.diagnoses].flatMap(({ at }) =>
          at !== null && at.file === nameOf(path) ? [at.line] : [],
        ),
      ),
    [run.stages, run.diagnoses, path],
  );
  const name = visibleText(path);
  if (file.failure !== null) return <Failure failure={file.failure} retry={file.reload} />;
  if (file.data === null) return <Loading />;
  if (file.data.kind !== "text") return <p className="quiet">{t("artifacts.binary")}</p>;
  return (
    <Card title={<span className="mono">{name}</span>} aside={<CopyButton text={file.data.text} />} flush>
      <CodeViewer
        label={name}
        text={file.data.text}
        python={path.endsWith(".py")}
        line={line}
        marked={marked}
      />
      {file.data.truncated && <p className="quiet pad">{t("artifacts.truncated")}</p>}
    </Card>
  );
}

interface FilesProps {
  readonly runId: string;
  readonly paths: readonly string[];
  readonly shown: string | null;
  readonly left: number;
}

function Files({ runId, paths, shown, left }: FilesProps) {
  const { t, plural } = useReader();
  return (
    <Card title={t("code.files")} flush>
      <ul className="places">
        {paths.map((path) => (
          <li key={path}>
            <a
              href={formatRoute(runRoute(runId, { tab: "code", file: path }))}
              aria-current={path === shown ? "true" : undefined}
            >
              <FileCode2 size={14} aria-hidden />
              <span className="grow break mono">{visibleText(path)}</span>
            </a>
          </li>
        ))}
      </ul>
      {left > 0 && <p className="quiet pad">{plural("code.files.left", left)}</p>}
    </Card>
  );
}

type Placed = CheckResult & { readonly at: NonNullable<CheckResult["at"]> };
const isPlaced = (check: CheckResult): check is Placed => check.at !== null;

/** Every line that a check speaks of, those of the shown file first. */
function Places({
  run,
  path,
  line,
}: {
  readonly run: Run;
  readonly path: string | null;
  readonly line: number | null;
}) {
  const { t, find } = useReader();
  const shown = path === null ? null : nameOf(path);
  const places = run.stages
    .flatMap((stage) => stage.checks)
    .filter(isPlaced)
    .sort(
      (a, b) =>
        Number(b.at.file === shown) - Number(a.at.file === shown) ||
        a.at.file.localeCompare(b.at.file) ||
        a.at.line - b.at.line,
    );
  return (
    <Card title={t("code.places")} flush>
      {places.length === 0 ? (
        <p className="quiet pad">{t("code.places.none")}</p>
      ) : (
        <ul className="places">
          {places.map((check) => (
            <li key={check.id}>
              <a
                href={formatRoute(placeRoute(run.id, check.at))}
                aria-current={check.at.file === shown && check.at.line === line ? "true" : undefined}
              >
                <CheckStatusIcon status={check.status} size={14} />
                <span className="grow">{find(`check.${check.id}`) ?? check.id}</span>
                <span className="figure quiet">
                  {check.at.file === shown ? check.at.line : `${visibleText(check.at.file)} ${check.at.line}`}
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
