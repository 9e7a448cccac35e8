/** A native modal dialog: the browser keeps the focus inside and gives it back. */
import { X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { useReader } from "../app/settings.tsx";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Dialog({ title, onClose, actions, children }: DialogProps) {
  const { t } = useReader();
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      className="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="dialog-head">
        <h2 id={id}>{title}</h2>
        <button type="button" className="icon-button" aria-label={t("action.close")} onClick={onClose}>
          <X size={16} aria-hidden />
        </button>
      </div>
      <div className="dialog-body">{children}</div>
      {actions !== undefined && <div className="dialog-actions">{actions}</div>}
    </dialog>
  );
}
