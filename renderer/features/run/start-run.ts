/** Starts a run and goes to it; a refusal is said where the user is. */
import type { ParamsOf } from "../../../preload/contract/methods.ts";
import { navigate, runRoute } from "../../app/router.ts";
import type { Toast } from "../../app/toasts.tsx";
import { failureOf } from "../../connection/failure.ts";
import type { Translator } from "../../i18n/translator.ts";

export async function startRun(
  params: ParamsOf<"runs.start">,
  t: Translator["t"],
  toast: (toast: Toast) => void,
): Promise<void> {
  try {
    const { id } = await window.workbench.call("runs.start", params);
    navigate(runRoute(id));
  } catch (error) {
    const failure = failureOf(error);
    toast({
      kind: "error",
      title: t("start.refused"),
      text: [failure.message, failure.hint].filter((part) => part !== "").join(" "),
    });
  }
}
