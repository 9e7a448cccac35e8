/** Decision entries in the order in which the agent's code made them. */
import { ListTree } from "lucide-react";
import { useReader } from "../../app/settings.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { visibleText } from "../../components/visible-text.ts";

interface Entry {
  readonly step: string;
  readonly method: string;
  readonly rationale: string;
}

export function DecisionLog({ decisions }: { readonly decisions: readonly Entry[] }) {
  const { t } = useReader();
  if (decisions.length === 0)
    return <EmptyState icon={ListTree} title={t("decisions.none")} text={t("decisions.none.text")} />;
  return (
    <ol className="decisions" tabIndex={0} aria-label={t("live.decisions")}>
      {decisions.map((decision, index) => (
        // Entries are only ever added at the end.
        <li key={`${index}:${decision.step}`}>
          <span className="row between">
            <strong className="break">{visibleText(decision.step)}</strong>
            <code className="quiet break">{visibleText(decision.method)}</code>
          </span>
          <p className="quiet break">{visibleText(decision.rationale)}</p>
        </li>
      ))}
    </ol>
  );
}
