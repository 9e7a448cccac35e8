/** Language and theme for everything below; the core keeps them, the window applies them. */
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from "react";
import type { Settings } from "../../preload/contract/methods.ts";
import { usePush } from "../connection/use-push.ts";
import { type Formatter, makeFormatter } from "../i18n/format.ts";
import { makeTranslator, type Translator } from "../i18n/translator.ts";

export interface Reader extends Translator {
  readonly format: Formatter;
  readonly settings: Settings;
  readonly change: (next: Partial<Settings>) => void;
}

const ReaderContext = createContext<Reader | null>(null);

export function useReader(): Reader {
  const reader = useContext(ReaderContext);
  if (reader === null) throw new Error("useReader needs a SettingsProvider above it");
  return reader;
}

const darkQuery = "(prefers-color-scheme: dark)";

function applyTheme(theme: Settings["theme"]): void {
  const dark = theme === "dark" || (theme === "system" && window.matchMedia(darkQuery).matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
}

interface SettingsProviderProps {
  readonly initial: Settings;
  readonly children: ReactNode;
}

export function SettingsProvider({ initial, children }: SettingsProviderProps) {
  const [settings, setSettings] = useState(initial);
  usePush("settings.changed", setSettings);
  // What another window changed between the first answer and our listening would else be missed.
  useEffect(() => {
    window.workbench.call("settings.get", {}).then(setSettings, () => undefined);
  }, []);

  // Before the first picture, so that a dark window does not begin with a light one.
  useLayoutEffect(() => {
    applyTheme(settings.theme);
    const query = window.matchMedia(darkQuery);
    const follow = () => applyTheme(settings.theme);
    query.addEventListener("change", follow);
    return () => query.removeEventListener("change", follow);
  }, [settings.theme]);

  useEffect(() => {
    document.documentElement.lang = settings.language === "zh" ? "zh-CN" : "en";
  }, [settings.language]);

  const change = useCallback((next: Partial<Settings>) => {
    setSettings((previous) => ({ ...previous, ...next }));
    // The choice is already on screen; when the core is away it simply is not kept.
    window.workbench.call("settings.set", next).catch(() => undefined);
  }, []);

  const reader = useMemo<Reader>(
    () => ({
      ...makeTranslator(settings.language),
      format: makeFormatter(settings.language),
      settings,
      change,
    }),
    [settings, change],
  );
  return <ReaderContext.Provider value={reader}>{children}</ReaderContext.Provider>;
}
