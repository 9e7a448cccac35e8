/** Entry of the window, the same in the desktop and the browser: door, settings, then the interface. */
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { SettingsProvider } from "./app/settings.tsx";
import { StartFailure } from "./app/start-failure.tsx";
import { ToastProvider } from "./app/toasts.tsx";
import { watchConnection } from "./connection/connection.ts";
import { watchEnvironment } from "./connection/environment-work.ts";
import { failureOf } from "./connection/failure.ts";
import { watchRuns } from "./connection/live-runs.ts";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/components.css";
import "./styles/shell.css";
import "./styles/pages.css";

const container = document.getElementById("root");
if (container === null) throw new Error("index.html has no #root");
const root = createRoot(container);

try {
  // Both hosts put their bridge before this script; without one there is nothing to show but the reason.
  if (!("workbench" in window))
    throw new Error("No door to the workbench core was opened before the interface.");
  watchConnection();
  watchEnvironment();
  watchRuns();
  const settings = await window.workbench.call("settings.get", {});
  root.render(
    <SettingsProvider initial={settings}>
      <ToastProvider>
        <App />
      </ToastProvider>
    </SettingsProvider>,
  );
} catch (error) {
  const language = navigator.language.startsWith("zh") ? "zh" : "en";
  root.render(<StartFailure failure={failureOf(error)} language={language} />);
}
