/** Chooses what runs on what, says beforehand what would stop it, and starts. */
import { CircleCheck, CircleX, Play, TriangleAlert, Wrench } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import type { Verify } from "../../../preload/contract/methods.ts";
import type { Level } from "../../../preload/contract/run.ts";
import { parseVariant } from "../../app/router.ts";
import { useReader } from "../../app/settings.tsx";
import { useToast } from "../../app/toasts.tsx";
import { Card } from "../../components/card.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Failure } from "../../components/failure.tsx";
import { Loading } from "../../components/loading.tsx";
import { Page } from "../../components/page.tsx";
import { Segmented } from "../../components/segmented.tsx";
import { createEnvironment, useEnvironmentWork } from "../../connection/environment-work.ts";
import { useCall } from "../../connection/use-call.ts";
import { EnvironmentProgress } from "../environment/environment-progress.tsx";
import { type AgentChoice, agentSpec, choiceOf, commandLine } from "./agent-choice.ts";
import { ScriptField } from "./script-field.tsx";
import { startRun } from "./start-run.ts";

const levels: readonly Level[] = ["L1", "L2", "L3", "L4"];
/** L1 is the strongest; a machine that reaches L2 satisfies a demand for L3. */
const reaches = (level: Level, demanded: Level) => level <= demanded;

interface PreflightLine {
  readonly state: "good" | "bad" | "unknown";
  readonly text: string;
}

export function StartPage({
  task: askedTask,
  agent: askedAgent,
}: {
  task: string | null;
  agent: string | null;
}) {
  const { t, language, format, plural } = useReader();
  const toast = useToast();
  const tasks = useCall("tasks.list", { language });
  const agents = useCall("agents.list", {});
  const environment = useCall("environment.check", {});
  const doctor = useCall("sandbox.doctor", { language });
  const work = useEnvironmentWork();

  const [taskId, setTaskId] = useState(askedTask ?? "");
  const [choice, setChoice] = useState<AgentChoice>(() => choiceOf(askedAgent));
  const [variant, setVariant] = useState("0");
  const [verify, setVerify] = useState<Verify>("full");
  const [minLevel, setMinLevel] = useState<Level | "any">("any");
  const [starting, setStarting] = useState(false);

  const { reload } = environment;
  useEffect(() => {
    if (work.state === "done" || work.state === "failed") reload();
  }, [work.state, reload]);

  const known = tasks.data?.tasks ?? [];
  // What was asked for by address and is gone is named as gone: something else in its place would be run unnoticed.
  const task = taskId === "" ? known[0] : known.find((one) => one.id === taskId);
  const commands = agents.data?.agents ?? [];
  const variantNumber = parseVariant(variant);
  const solutions = task?.solutions ?? [];
  const command = choice.command === "" ? (commands[0]?.name ?? "") : choice.command;
  const spec = agentSpec({ ...choice, command });
  const gone =
    (choice.kind === "solution" && task !== undefined && !solutions.includes(choice.solution)) ||
    (choice.kind === "command" && agents.data !== null && !commands.some((one) => one.name === command));

  const preflight: PreflightLine[] = [];
  if (environment.data !== null)
    preflight.push(
      environment.data.ready
        ? { state: "good", text: t("preflight.environment") }
        : { state: "bad", text: t("preflight.environment.none") },
    );
  const level = doctor.data?.level ?? null;
  if (doctor.data !== null) {
    if (level === null) preflight.push({ state: "bad", text: t("preflight.level.none") });
    else if (minLevel !== "any" && !reaches(level, minLevel))
      preflight.push({ state: "bad", text: t("preflight.level.low", { level, wanted: minLevel }) });
    else preflight.push({ state: "good", text: t("preflight.level", { level, text: t(`level.${level}`) }) });
  }
  if (tasks.data !== null && task === undefined)
    preflight.push({ state: "bad", text: t("preflight.task.gone", { task: taskId }) });
  preflight.push(
    spec === null
      ? { state: "unknown", text: t(`preflight.agent.${choice.kind}`) }
      : gone
        ? { state: "bad", text: t("preflight.agent.gone", { spec }) }
        : { state: "good", text: t("preflight.agent", { spec }) },
  );
  if (variantNumber === null) preflight.push({ state: "bad", text: t("preflight.variant") });
  const blocked =
    task === undefined ||
    spec === null ||
    variantNumber === null ||
    preflight.some((line) => line.state === "bad");

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (blocked || starting) return;
    setStarting(true);
    void startRun(
      {
        task: task.id,
        agent: spec,
        variant: variantNumber,
        verify,
        language,
        ...(minLevel === "any" ? {} : { minLevel }),
      },
      t,
      toast,
    ).finally(() => setStarting(false));
  };

  return (
    <Page title={t("start.title")} name={t("start.title")} lead={t("start.lead")}>
      {tasks.failure !== null && <Failure failure={tasks.failure} retry={tasks.reload} />}
      <form className="start-grid" onSubmit={submit}>
        <div className="stack">
          <Card title={t("start.task")}>
            {tasks.data === null ? (
              <Loading lines={2} />
            ) : (
              <label className="field">
                <span className="label">{t("start.task.label")}</span>
                <select
                  className="input"
                  value={task?.id ?? ""}
                  onChange={(event) => setTaskId(event.target.value)}
                >
                  {task === undefined && <option value="">{taskId}</option>}
                  {tasks.data.tasks.map((one) => (
                    <option key={one.id} value={one.id}>
                      {one.title} ({one.id})
                    </option>
                  ))}
                </select>
              </label>
            )}
            <div className="field">
              <label className="label" htmlFor="variant">
                {t("start.variant")}
              </label>
              <input
                id="variant"
                className="input short"
                inputMode="numeric"
                value={variant}
                aria-invalid={variantNumber === null}
                aria-describedby="variant-help"
                onChange={(event) => setVariant(event.target.value.trim())}
              />
              <span className="help" id="variant-help">
                {t("start.variant.help")}
              </span>
            </div>
          </Card>
          <Card title={t("start.agent")}>
            <Segmented
              legend={t("start.agent.kind")}
              hideLegend
              value={choice.kind}
              onChange={(kind) => setChoice((now) => ({ ...now, kind }))}
              choices={[
                { value: "solution", label: t("start.kind.solution") },
                { value: "script", label: t("start.kind.script") },
                { value: "command", label: t("start.kind.command") },
              ]}
            />
            {choice.kind === "solution" && (
              <div className="field">
                <label className="label" htmlFor="solution">
                  {t("start.solution")}
                </label>
                <select
                  id="solution"
                  aria-describedby="solution-help"
                  className="input"
                  value={choice.solution}
                  onChange={(event) => setChoice((now) => ({ ...now, solution: event.target.value }))}
                >
                  {gone && <option value={choice.solution}>{choice.solution}</option>}
                  {solutions.map((one) => (
                    <option key={one} value={one}>
                      {one}
                    </option>
                  ))}
                </select>
                <span id="solution-help" className="help">
                  {t("start.solution.help")}
                </span>
              </div>
            )}
            {choice.kind === "script" && (
              <ScriptField path={choice.path} onChange={(path) => setChoice((now) => ({ ...now, path }))} />
            )}
            {choice.kind === "command" &&
              (commands.length === 0 ? (
                <p>
                  {t("start.command.none")} <a href="#/agents">{t("start.command.add")}</a>
                </p>
              ) : (
                <div className="field">
                  <label className="label" htmlFor="command">
                    {t("start.command")}
                  </label>
                  <select
                    id="command"
                    aria-describedby="command-help"
                    className="input"
                    value={command}
                    onChange={(event) => setChoice((now) => ({ ...now, command: event.target.value }))}
                  >
                    {gone && <option value={command}>{command}</option>}
                    {commands.map((one) => (
                      <option key={one.name} value={one.name}>
                        {one.name}
                      </option>
                    ))}
                  </select>
                  <span id="command-help" className="help mono">
                    {commands.find((one) => one.name === command)?.command}
                  </span>
                </div>
              ))}
          </Card>
          <Card title={t("start.rigour")}>
            <Segmented
              legend={t("start.verify")}
              value={verify}
              onChange={setVerify}
              choices={[
                { value: "full", label: t("start.verify.full") },
                { value: "quick", label: t("start.verify.quick") },
                { value: "none", label: t("start.verify.none") },
              ]}
            />
            <p className="help">{t(`start.verify.${verify}.help`)}</p>
            <div className="field">
              <label className="label" htmlFor="level">
                {t("start.level")}
              </label>
              <select
                id="level"
                aria-describedby="level-help"
                className="input"
                value={minLevel}
                onChange={(event) => setMinLevel(levels.find((one) => one === event.target.value) ?? "any")}
              >
                <option value="any">{t("start.level.any")}</option>
                {levels.map((one) => (
                  <option key={one} value={one}>
                    {one} · {t(`level.${one}`)}
                  </option>
                ))}
              </select>
              <span id="level-help" className="help">
                {t("start.level.help")}
              </span>
            </div>
          </Card>
        </div>
        <aside className="stack start-side" aria-label={t("preflight.title")}>
          <Card title={t("preflight.title")}>
            <ul className="preflight">
              {preflight.map((line) => (
                <li key={line.text}>
                  {line.state === "good" ? (
                    <CircleCheck size={16} aria-hidden className="ink-good" />
                  ) : line.state === "bad" ? (
                    <CircleX size={16} aria-hidden className="ink-bad" />
                  ) : (
                    <TriangleAlert size={16} aria-hidden className="ink-partial" />
                  )}
                  <span className="break">{line.text}</span>
                </li>
              ))}
            </ul>
            {environment.data?.ready === false && work.state !== "working" && (
              <button type="button" className="button" onClick={() => void createEnvironment(false)}>
                <Wrench size={14} aria-hidden />
                {t("environment.create")}
              </button>
            )}
            {environment.data?.ready === false && <EnvironmentProgress />}
            {task !== undefined && (
              <dl className="pairs">
                <dt>{t("wall.wall_clock")}</dt>
                <dd>{format.seconds(task.walls.timeoutSeconds)}</dd>
                <dt>{t("wall.memory")}</dt>
                <dd>{format.bytes(task.walls.memoryBytes)}</dd>
                <dt>{t("wall.cpu")}</dt>
                <dd>{plural("ready.cores", task.walls.cpuCores)}</dd>
                <dt>{t("wall.network")}</dt>
                <dd>{t("wall.none")}</dd>
              </dl>
            )}
            <button type="submit" className="button primary large wide" disabled={blocked || starting}>
              <Play size={16} aria-hidden />
              {t("start.button")}
            </button>
          </Card>
          {task !== undefined && spec !== null && variantNumber !== null && (
            <Card
              title={t("start.command_line")}
              aside={<CopyButton text={commandLine(task.id, spec, variantNumber, verify, minLevel)} />}
            >
              <pre className="wrap">{commandLine(task.id, spec, variantNumber, verify, minLevel)}</pre>
            </Card>
          )}
        </aside>
      </form>
    </Page>
  );
}
