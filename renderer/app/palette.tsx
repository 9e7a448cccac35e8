/** Ctrl/Cmd+K: type a few letters, choose with the arrows, go with Enter. A combobox over a list, in a dialog. */
import { ArrowRight, FileText, Languages, type LucideIcon, Moon, Play, SquareStack, Sun } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { useCall } from "../connection/use-call.ts";
import { startRun } from "../features/run/start-run.ts";
import { destinations } from "./rail.tsx";
import { navigate, runRoute, taskRoute } from "./router.ts";
import { useReader } from "./settings.tsx";
import { useToast } from "./toasts.tsx";

interface Command {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly icon: LucideIcon;
  readonly run: () => void;
}

const shownMost = 12;

export function Palette({ onClose }: { readonly onClose: () => void }) {
  const { t, settings, change, format } = useReader();
  const toast = useToast();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const tasks = useCall("tasks.list", { language: settings.language });
  const runs = useCall("runs.list", { limit: 20, search: text.trim() });

  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  const commands = useMemo<readonly Command[]>(() => {
    const dark = document.documentElement.dataset.theme === "dark";
    const screens = destinations.map<Command>((destination) => ({
      id: destination.label,
      label: t(destination.label),
      hint: t("palette.screen"),
      icon: destination.icon,
      run: () => navigate(destination.to),
    }));
    const actions: readonly Command[] = [
      {
        id: "first",
        label: t("home.first.button"),
        hint: t("palette.action"),
        icon: Play,
        run: () => void startRun({ task: "credit_risk", agent: "reference" }, t, toast),
      },
      {
        id: "theme",
        label: dark ? t("palette.light") : t("palette.dark"),
        hint: t("palette.action"),
        icon: dark ? Sun : Moon,
        run: () => change({ theme: dark ? "light" : "dark" }),
      },
      {
        id: "language",
        label: settings.language === "zh" ? "English" : "中文",
        hint: t("palette.action"),
        icon: Languages,
        run: () => change({ language: settings.language === "zh" ? "en" : "zh" }),
      },
    ];
    const ofTasks = (tasks.data?.tasks ?? []).map<Command>((task) => ({
      id: `task ${task.id}`,
      label: `${task.title} (${task.id})`,
      hint: t("palette.task"),
      icon: SquareStack,
      run: () => navigate(taskRoute(task.id)),
    }));
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const matching = [...screens, ...actions, ...ofTasks].filter((command) => {
      const label = `${command.label} ${command.hint}`.toLowerCase();
      return words.every((word) => label.includes(word));
    });
    // Runs were searched by the core, also in fields that are not shown here.
    const ofRuns = (runs.data?.runs ?? []).slice(0, 6).map<Command>((run) => ({
      id: `run ${run.id}`,
      label: `${run.task.id} · ${run.agent.name}`,
      hint: format.instant(run.startedAt),
      icon: FileText,
      run: () => navigate(runRoute(run.id)),
    }));
    return words.length === 0 ? [...screens, ...actions] : [...matching, ...ofRuns].slice(0, shownMost);
  }, [t, tasks.data, runs.data, text, settings.language, change, toast, format]);

  const chosen = Math.min(at, commands.length - 1);
  const go = (command: Command | undefined) => {
    if (command === undefined) return;
    onClose();
    command.run();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      if (commands.length > 0) setAt((chosen + step + commands.length) % commands.length);
    } else if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      go(commands[chosen]);
    }
  };

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Escape closes it; the click beside it is an extra
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t("palette.open")}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <input
        className="palette-input"
        role="combobox"
        aria-label={t("palette.placeholder")}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={commands.length > 0 ? `${id}-${chosen}` : undefined}
        aria-autocomplete="list"
        placeholder={t("palette.placeholder")}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKey}
      />
      <div className="palette-list" role="listbox" id={`${id}-list`} aria-label={t("palette.open")}>
        {commands.map(({ icon: Icon, ...command }, index) => (
          <div
            key={command.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className="palette-option"
            onMouseMove={() => setAt(index)}
            onClick={() => go({ icon: Icon, ...command })}
            onKeyDown={onKey}
          >
            <Icon size={15} aria-hidden />
            <span className="grow">{command.label}</span>
            <span className="quiet">{command.hint}</span>
            {index === chosen && <ArrowRight size={13} aria-hidden />}
          </div>
        ))}
      </div>
      {commands.length === 0 && <p className="palette-none quiet">{t("palette.none")}</p>}
    </dialog>
  );
}
