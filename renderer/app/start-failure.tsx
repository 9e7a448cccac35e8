/** The core did not answer: nothing else can be shown, so this stands alone, without settings or toasts. */
import { TriangleAlert } from "lucide-react";
import type { ErrorBody } from "../../preload/contract/error.ts";
import type { Language } from "../../preload/contract/task.ts";
import { makeTranslator } from "../i18n/translator.ts";

export function StartFailure({
  failure,
  language,
}: {
  readonly failure: ErrorBody;
  readonly language: Language;
}) {
  const { t, find } = makeTranslator(language);
  return (
    <main className="start-failure">
      <TriangleAlert size={24} aria-hidden />
      <h1>{t("start_failure.title")}</h1>
      <p>
        <strong>{find(`error.${failure.code}`) ?? failure.code}</strong>
      </p>
      <p className="break">{failure.message}</p>
      {failure.hint !== "" && <p className="break">{failure.hint}</p>}
      <button type="button" className="button primary" onClick={() => window.location.reload()}>
        {t("action.retry")}
      </button>
    </main>
  );
}
