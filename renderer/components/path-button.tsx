/** What can be done with a path: the desktop shows it in the file manager, a browser can only copy it. */
import { FolderOpen } from "lucide-react";
import { useReader } from "../app/settings.tsx";
import { useToast } from "../app/toasts.tsx";
import { CopyButton } from "./copy-button.tsx";

interface PathButtonProps {
  readonly path: string;
  /** What a browser copies, where that is not what the file manager shows. */
  readonly copied?: string;
}

export function PathButton({ path, copied = path }: PathButtonProps) {
  const { t } = useReader();
  const toast = useToast();
  if (window.workbench.door !== "desktop") return <CopyButton text={copied} label={t("action.copy_path")} />;
  const reveal = () => {
    void window.workbench.reveal(path).then((shown) => {
      if (!shown) toast({ kind: "done", title: t("reveal.not_here"), text: path });
    });
  };
  return (
    <button type="button" className="button small" onClick={reveal}>
      <FolderOpen size={13} aria-hidden />
      {t("action.reveal")}
    </button>
  );
}
