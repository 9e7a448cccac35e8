/** Builds a report file; the desktop shows where it lies, a browser also gets the file itself. */
import type { Reader } from "../../app/settings.tsx";
import type { Toast } from "../../app/toasts.tsx";
import { failureOf } from "../../connection/failure.ts";

function download(name: string, content: string, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to read by the next turn of the loop.
  window.setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export async function exportRuns(
  runs: string[],
  format: "html" | "json",
  reader: Reader,
  toast: (toast: Toast) => void,
): Promise<void> {
  const { t } = reader;
  try {
    const report = await window.workbench.call("reports.build", { runs, format, language: reader.language });
    const said = { kind: "done", title: t("report.written"), text: report.path } as const;
    if (window.workbench.door === "desktop") {
      toast({
        ...said,
        action: { label: t("action.reveal"), run: () => void window.workbench.reveal(report.path) },
      });
      return;
    }
    download(
      report.path.split(/[\\/]/).at(-1) ?? `report.${format}`,
      report.content,
      format === "html" ? "text/html" : "application/json",
    );
    toast(said);
  } catch (error) {
    toast({ kind: "error", title: t("report.failed"), text: failureOf(error).message });
  }
}
