/** A `solution.py` by path: typed, chosen or dropped. A browser never tells paths, so there it is typed. */
import { FileUp } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { useReader } from "../../app/settings.tsx";

interface ScriptFieldProps {
  readonly path: string;
  readonly onChange: (path: string) => void;
}

export function ScriptField({ path, onChange }: ScriptFieldProps) {
  const { t } = useReader();
  const [over, setOver] = useState(false);
  const [refused, setRefused] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const desktop = window.workbench.door === "desktop";

  const take = (file: File | undefined) => {
    if (file === undefined) return;
    const found = window.workbench.pathOf(file);
    setRefused(found === null);
    if (found !== null) onChange(found);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };

  return (
    <div className="stack">
      <div className="field">
        <label className="label" htmlFor="script-path">
          {t("start.script")}
        </label>
        <input
          id="script-path"
          className="input mono"
          value={path}
          spellCheck={false}
          placeholder={t("start.script.placeholder")}
          aria-describedby="script-help"
          onChange={(event) => onChange(event.target.value)}
        />
        <span className="help" id="script-help">
          {desktop ? t("start.script.help") : t("start.script.help.browser")}
        </span>
      </div>
      <div
        className="drop"
        data-over={over}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <FileUp size={18} aria-hidden />
        <span>{t("start.script.drop")}</span>
        {desktop && (
          <button type="button" className="button small" onClick={() => chooser.current?.click()}>
            {t("start.script.choose")}
          </button>
        )}
        <input
          ref={chooser}
          type="file"
          accept=".py"
          hidden
          aria-label={t("start.script.choose")}
          onChange={(event) => take(event.target.files?.[0])}
        />
      </div>
      {refused && (
        <p role="alert" className="ink-bad">
          {t("start.script.no_path")}
        </p>
      )}
    </div>
  );
}
