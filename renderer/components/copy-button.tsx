import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { useReader } from "../app/settings.tsx";

const saysDoneMilliseconds = 1500;

export function CopyButton({ text, label }: { readonly text: string; readonly label?: string }) {
  const { t } = useReader();
  const [done, setDone] = useState(false);
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => {
        setDone(true);
        window.setTimeout(() => setDone(false), saysDoneMilliseconds);
      },
      // No clipboard (a page without focus, a denied permission): the text stays selectable beside the button.
      () => undefined,
    );
  };
  return (
    <button type="button" className="button small" onClick={copy}>
      {done ? <Check size={13} aria-hidden /> : <Copy size={13} aria-hidden />}
      <span aria-live="polite">{done ? t("action.copied") : (label ?? t("action.copy"))}</span>
    </button>
  );
}
