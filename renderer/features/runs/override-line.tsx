/** What a person said of a check, and the way to say something. */
import { PenLine, Undo2 } from "lucide-react";
import { useState } from "react";
import type { CheckResult } from "../../../preload/contract/run.ts";
import { useReader } from "../../app/settings.tsx";
import { visibleText } from "../../components/visible-text.ts";
import { OverrideDialog } from "./override-dialog.tsx";

export function OverrideLine({ runId, check }: { readonly runId: string; readonly check: CheckResult }) {
  const { t, find, format } = useReader();
  const [act, setAct] = useState<"set" | "withdraw" | null>(null);
  const { override } = check;
  const name = find(`check.${check.id}`) ?? check.id;
  if (check.status === "not_evaluated" || check.status === "not_applicable") return null;
  return (
    <>
      {override !== undefined && (
        <p className="override break">
          <PenLine size={14} aria-hidden />
          <span>
            {t("override.by", {
              author: visibleText(override.author),
              when: format.instant(override.at),
              graded: format.points(override.graded),
            })}{" "}
            <q>{visibleText(override.reason)}</q>
          </span>
        </p>
      )}
      <div className="row">
        <button
          type="button"
          className="button small"
          aria-label={t("override.open.of", { check: name })}
          onClick={() => setAct("set")}
        >
          <PenLine size={13} aria-hidden />
          {t("override.open")}
        </button>
        {override !== undefined && (
          <button
            type="button"
            className="button small"
            aria-label={t("override.withdraw.of", { check: name })}
            onClick={() => setAct("withdraw")}
          >
            <Undo2 size={13} aria-hidden />
            {t("override.withdraw")}
          </button>
        )}
      </div>
      {act !== null && <OverrideDialog runId={runId} check={check} act={act} onClose={() => setAct(null)} />}
    </>
  );
}
