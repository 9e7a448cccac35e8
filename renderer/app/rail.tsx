import {
  Bot,
  Container,
  FlaskConical,
  History,
  House,
  type LucideIcon,
  Play,
  Search,
  Settings,
  ListChecks,
} from "lucide-react";
import type { Key } from "../i18n/translator.ts";
import { formatRoute, type Route } from "./router.ts";
import { useReader } from "./settings.tsx";

export interface Destination {
  readonly to: Route;
  readonly label: Key;
  readonly icon: LucideIcon;
  readonly pages: readonly Route["page"][];
}

export const destinations: readonly Destination[] = [
  { to: { page: "home" }, label: "nav.home", icon: House, pages: ["home"] },
  { to: { page: "tasks" }, label: "nav.tasks", icon: ListChecks, pages: ["tasks", "task"] },
  { to: { page: "start", task: null, agent: null }, label: "nav.run", icon: Play, pages: ["start"] },
  { to: { page: "history" }, label: "nav.history", icon: History, pages: ["history", "run", "compare"] },
  { to: { page: "agents" }, label: "nav.agents", icon: Bot, pages: ["agents"] },
  { to: { page: "environment" }, label: "nav.environment", icon: Container, pages: ["environment"] },
  { to: { page: "settings" }, label: "nav.settings", icon: Settings, pages: ["settings"] },
];

interface RailProps {
  readonly page: Route["page"];
  readonly openPalette: () => void;
}

export function Rail({ page, openPalette }: RailProps) {
  const { t } = useReader();
  const command = /Mac|iPhone|iPad/.test(navigator.platform) ? "⌘ K" : "Ctrl K";
  return (
    <nav className="rail" aria-label={t("nav.label")}>
      <div className="brand">
        <FlaskConical size={18} aria-hidden />
        <span>MLE Workbench</span>
      </div>
      <button
        type="button"
        className="palette-button"
        onClick={openPalette}
        aria-keyshortcuts="Control+K Meta+K"
      >
        <Search size={14} aria-hidden />
        <span>{t("palette.button")}</span>
        <kbd>{command}</kbd>
      </button>
      <ul>
        {destinations.map(({ to, label, icon: Icon, pages }) => (
          <li key={label}>
            <a
              href={formatRoute(to)}
              className="rail-link"
              aria-current={pages.includes(page) ? "page" : undefined}
            >
              <Icon size={16} aria-hidden />
              {t(label)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
