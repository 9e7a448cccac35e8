/** Points set by hand: who, why, how many. The grader's own stay in the record, so this needs no undo of its own. */
import { type FormEvent, useId, useState } from "react";
import type { ErrorBody } from "../../../preload/contract/error.ts";
import type { CheckResult } from "../../../preload/contract/run.ts";
import { useReader } from "../../app/settings.tsx";
import { useToast } from "../../app/toasts.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Failure } from "../../components/failure.tsx";
import { failureOf } from "../../connection/failure.ts";

interface OverrideDialogProps {
  readonly runId: string;
  readonly check: CheckResult;
  /** Set points, or give the check back to the grader. */
  readonly act: "set" | "withdraw";
  readonly onClose: () => void;
}

/** Kept while the window is open: who reviews one check mostly reviews the next. */
let lastAuthor = "";

const isNumber = (text: string): boolean => /^-?\d+([.,]\d{1,2})?$/.test(text.trim());
const numberIn = (text: string): number => Number(text.trim().replace(",", "."));

export function OverrideDialog({ runId, check, act, onClose }: OverrideDialogProps) {
  const { t, find, format } = useReader();
  const toast = useToast();
  const form = useId();
  const [points, setPoints] = useState("");
  const [author, setAuthor] = useState(lastAuthor);
  const [reason, setReason] = useState("");
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<ErrorBody | null>(null);

  const graded = check.override?.graded ?? check.points;
  const least = Math.min(0, graded);
  const fits = isNumber(points) && numberIn(points) >= least && numberIn(points) <= check.maximum;
  const pointsFault = points !== "" && !fits;
  const ready = (act === "withdraw" || fits) && author.trim() !== "" && reason.trim() !== "" && !sending;
  const name = find(`check.${check.id}`) ?? check.id;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ready) return;
    setSending(true);
    setFailure(null);
    window.workbench
      .call("runs.override", {
        id: runId,
        check: check.id,
        points: act === "set" ? numberIn(points) : null,
        author,
        reason,
      })
      .then(
        () => {
          lastAuthor = author.trim();
          toast({
            kind: "done",
            title: t(act === "set" ? "override.done" : "override.withdrawn", { check: name }),
          });
          onClose();
        },
        (error: unknown) => setFailure(failureOf(error)),
      )
      .finally(() => setSending(false));
  };

  return (
    <Dialog
      title={t(act === "set" ? "override.title" : "override.withdraw.title", { check: name })}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="button" onClick={onClose}>
            {t("action.cancel")}
          </button>
          <button type="submit" form={form} className="button primary" disabled={!ready}>
            {t(act === "set" ? "override.save" : "override.withdraw")}
          </button>
        </>
      }
    >
      <form id={form} className="stack" onSubmit={submit}>
        <p className="quiet">{t(act === "set" ? "override.explained" : "override.withdraw.explained")}</p>
        {act === "set" && (
          <div className="field">
            <label className="label" htmlFor={`${form}-points`}>
              {t("override.points")}
            </label>
            <input
              id={`${form}-points`}
              className="input short"
              inputMode="decimal"
              autoComplete="off"
              value={points}
              aria-invalid={pointsFault}
              aria-describedby={`${form}-points-help`}
              onChange={(event) => setPoints(event.target.value)}
            />
            <span id={`${form}-points-help`} className={pointsFault ? "help ink-bad" : "help"}>
              {t("override.points.help", {
                least: format.points(least),
                most: format.points(check.maximum),
                graded: format.points(graded),
              })}
            </span>
          </div>
        )}
        <div className="field">
          <label className="label" htmlFor={`${form}-author`}>
            {t("override.author")}
          </label>
          <input
            id={`${form}-author`}
            className="input"
            autoComplete="name"
            maxLength={200}
            value={author}
            onChange={(event) => setAuthor(event.target.value)}
          />
        </div>
        <div className="field">
          <label className="label" htmlFor={`${form}-reason`}>
            {t("override.reason")}
          </label>
          <textarea
            id={`${form}-reason`}
            className="input area"
            rows={3}
            maxLength={2000}
            value={reason}
            aria-describedby={`${form}-reason-help`}
            onChange={(event) => setReason(event.target.value)}
          />
          <span id={`${form}-reason-help`} className="help">
            {t("override.reason.help")}
          </span>
        </div>
        {failure !== null && <Failure failure={failure} />}
      </form>
    </Dialog>
  );
}
