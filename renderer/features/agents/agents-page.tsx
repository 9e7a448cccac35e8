/** Registered command agents: any program that leaves a solution.py in its work folder. */
import { Bot, CircleCheck, CircleX, LoaderCircle, Play, Plug, Plus, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { AgentTest, RegisteredAgent } from "../../../preload/contract/agent.ts";
import type { ErrorBody } from "../../../preload/contract/error.ts";
import { formatRoute } from "../../app/router.ts";
import { useReader } from "../../app/settings.tsx";
import { useToast } from "../../app/toasts.tsx";
import { Card } from "../../components/card.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Failure } from "../../components/failure.tsx";
import { Loading } from "../../components/loading.tsx";
import { Page } from "../../components/page.tsx";
import { failureOf } from "../../connection/failure.ts";
import { useCall } from "../../connection/use-call.ts";

const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

export function AgentsPage() {
  const { t } = useReader();
  const agents = useCall("agents.list", {});
  return (
    <Page title={t("nav.agents")} name={t("nav.agents")} lead={t("agents.lead")}>
      <div className="agents-grid">
        <Card title={t("agents.registered")} flush>
          {agents.failure !== null && <Failure failure={agents.failure} retry={agents.reload} />}
          {agents.data === null && agents.failure === null && <Loading />}
          {agents.data?.agents.length === 0 && (
            <EmptyState icon={Bot} title={t("agents.empty.title")} text={t("agents.empty.text")} />
          )}
          <ul className="agent-list">
            {agents.data?.agents.map((agent) => (
              <AgentRow key={agent.name} agent={agent} changed={agents.reload} />
            ))}
          </ul>
        </Card>
        <AddAgent taken={agents.data?.agents.map((agent) => agent.name) ?? []} added={agents.reload} />
      </div>
    </Page>
  );
}

type Tested = { readonly state: "no" | "asking" } | { readonly state: "done"; readonly result: AgentTest };

function AgentRow({ agent, changed }: { readonly agent: RegisteredAgent; readonly changed: () => void }) {
  const { t, format } = useReader();
  const toast = useToast();
  const [tested, setTested] = useState<Tested>({ state: "no" });

  const test = () => {
    setTested({ state: "asking" });
    window.workbench.call("agents.test", { name: agent.name }).then(
      (result) => setTested({ state: "done", result }),
      (error: unknown) =>
        setTested({ state: "done", result: { ok: false, message: failureOf(error).message, seconds: 0 } }),
    );
  };
  const remove = () => {
    window.workbench.call("agents.remove", { name: agent.name }).then(
      () => {
        changed();
        toast({
          kind: "done",
          title: t("agents.removed", { name: agent.name }),
          action: {
            label: t("action.undo"),
            run: () => {
              window.workbench
                .call("agents.add", { name: agent.name, command: agent.command })
                .then(changed, (error: unknown) =>
                  toast({ kind: "error", title: t("agents.add.failed"), text: failureOf(error).message }),
                );
            },
          },
        });
      },
      (error: unknown) =>
        toast({ kind: "error", title: t("agents.remove.failed"), text: failureOf(error).message }),
    );
  };

  return (
    <li className="agent-row">
      <Bot size={18} aria-hidden className="quiet" />
      <div className="grow stack-tight">
        <span className="row">
          <strong>{agent.name}</strong>
          <span className="quiet">{t("agents.added", { when: format.ago(agent.createdAt) })}</span>
        </span>
        <code className="break quiet">{agent.command}</code>
        <span role="status">
          {tested.state === "done" && (
            <span className={`row ${tested.result.ok ? "ink-good" : "ink-bad"}`}>
              {tested.result.ok ? <CircleCheck size={14} aria-hidden /> : <CircleX size={14} aria-hidden />}
              <span className="break">
                {tested.result.message} ({format.seconds(tested.result.seconds)})
              </span>
            </span>
          )}
        </span>
      </div>
      <button
        type="button"
        className="button small"
        disabled={tested.state === "asking"}
        aria-label={t("agents.test.of", { name: agent.name })}
        onClick={test}
      >
        {tested.state === "asking" ? (
          <LoaderCircle size={13} aria-hidden className="spin" />
        ) : (
          <Plug size={13} aria-hidden />
        )}
        {t("agents.test")}
      </button>
      <a
        className="button small"
        aria-label={t("agents.run.of", { name: agent.name })}
        href={formatRoute({ page: "start", task: null, agent: `command:${agent.name}` })}
      >
        <Play size={13} aria-hidden />
        {t("agents.run")}
      </a>
      <button
        type="button"
        className="icon-button"
        aria-label={t("agents.remove.of", { name: agent.name })}
        onClick={remove}
      >
        <Trash2 size={14} aria-hidden />
      </button>
    </li>
  );
}

function AddAgent({ taken, added }: { readonly taken: readonly string[]; readonly added: () => void }) {
  const { t } = useReader();
  const toast = useToast();
  const [name, setName] = useState("");
  const [command, setCommand] = useState("");
  const [failure, setFailure] = useState<ErrorBody | null>(null);
  const nameFault =
    name === ""
      ? null
      : !namePattern.test(name)
        ? t("agents.name.bad")
        : taken.includes(name)
          ? t("agents.name.taken")
          : null;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    window.workbench.call("agents.add", { name, command: command.trim() }).then(
      () => {
        toast({ kind: "done", title: t("agents.added.toast", { name }) });
        setName("");
        setCommand("");
        added();
      },
      (error: unknown) => setFailure(failureOf(error)),
    );
  };
  return (
    <Card title={t("agents.add")}>
      <form className="stack" onSubmit={submit}>
        <div className="field">
          <label className="label" htmlFor="agent-name">
            {t("agents.name")}
          </label>
          <input
            id="agent-name"
            className="input"
            value={name}
            spellCheck={false}
            autoComplete="off"
            placeholder="my-agent"
            aria-invalid={nameFault !== null}
            aria-describedby="agent-name-help"
            onChange={(event) => setName(event.target.value)}
          />
          <span id="agent-name-help" className={nameFault === null ? "help" : "help ink-bad"}>
            {nameFault ?? t("agents.name.help")}
          </span>
        </div>
        <div className="field">
          <label className="label" htmlFor="agent-command">
            {t("agents.command")}
          </label>
          <input
            id="agent-command"
            className="input mono"
            value={command}
            spellCheck={false}
            autoComplete="off"
            placeholder="python3 my_agent.py"
            aria-describedby="agent-command-help"
            onChange={(event) => setCommand(event.target.value)}
          />
          <span id="agent-command-help" className="help">
            {t("agents.command.help")}
          </span>
        </div>
        {failure !== null && <Failure failure={failure} />}
        <div>
          <button
            type="submit"
            className="button primary"
            disabled={name === "" || command.trim() === "" || nameFault !== null}
          >
            <Plus size={14} aria-hidden />
            {t("agents.add.button")}
          </button>
        </div>
      </form>
    </Card>
  );
}
