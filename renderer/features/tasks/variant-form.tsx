import { Database, Eye } from "lucide-react";
import { type FormEvent, useState } from "react";
import { parseVariant } from "../../app/router.ts";
import { useReader } from "../../app/settings.tsx";
import { Card } from "../../components/card.tsx";

interface VariantFormProps {
  readonly shown: number;
  readonly realData: boolean;
  readonly isKept: (variant: number) => boolean;
  readonly isMaking: boolean;
  readonly onShow: (variant: number) => void;
  readonly onGenerate: (variant: number) => void;
}

/** One number: shown where it is kept, generated where it is not. */
export function VariantForm({ shown, realData, isKept, isMaking, onShow, onGenerate }: VariantFormProps) {
  const { t } = useReader();
  const [text, setText] = useState(String(shown));
  const variant = parseVariant(text);
  const kept = variant !== null && isKept(variant);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (variant === null) return;
    if (kept) onShow(variant);
    else onGenerate(variant);
  };
  return (
    <Card title={t("start.variant")}>
      <form className="stack-tight" onSubmit={submit}>
        <label className="label" htmlFor="data-variant">
          {t("data.number")}
        </label>
        <div className="row">
          <input
            id="data-variant"
            className="input short"
            inputMode="numeric"
            autoComplete="off"
            value={text}
            aria-invalid={variant === null}
            aria-describedby="data-variant-help"
            onChange={(event) => setText(event.target.value.trim())}
          />
          <button
            type="submit"
            className="button"
            disabled={variant === null || (kept ? variant === shown : variant === shown && isMaking)}
          >
            {kept ? <Eye size={14} aria-hidden /> : <Database size={14} aria-hidden />}
            {t(kept ? "data.show" : "data.generate")}
          </button>
        </div>
        <p id="data-variant-help" className={variant === null ? "help ink-bad" : "help"}>
          {variant === null ? t("preflight.variant") : t(realData ? "data.help.real" : "start.variant.help")}
        </p>
      </form>
    </Card>
  );
}
