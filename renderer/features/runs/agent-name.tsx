import type { AgentIdentity } from "../../../preload/contract/run.ts";
import { useReader } from "../../app/settings.tsx";
import { visibleText } from "../../components/visible-text.ts";

/** A script's name is a path: its end tells more than its beginning. */
export function shortAgent(name: string): string {
  const parts = name.split(/[\\/]/).filter((part) => part !== "");
  return parts.length > 2 ? `…/${parts.slice(-2).join("/")}` : name;
}

export function AgentName({ agent }: { readonly agent: AgentIdentity }) {
  const { t } = useReader();
  return (
    <span className="agent-name" title={visibleText(agent.name)}>
      {visibleText(shortAgent(agent.name))} <span className="quiet">{t(`agent.kind.${agent.kind}`)}</span>
    </span>
  );
}
