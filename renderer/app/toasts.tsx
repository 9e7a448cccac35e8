/** Short messages that do not take the focus; read out by screen readers, gone by themselves unless they are errors. */
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import { useReader } from "./settings.tsx";

export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}
export interface Toast {
  readonly kind: "done" | "error";
  readonly title: string;
  readonly text?: string;
  readonly action?: ToastAction;
}

type Show = (toast: Toast) => void;
const ToastContext = createContext<Show | null>(null);

export function useToast(): Show {
  const show = useContext(ToastContext);
  if (show === null) throw new Error("useToast needs a ToastProvider above it");
  return show;
}

const staysMilliseconds = 8000;
const shownMost = 4;
let nextId = 1;

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const { t } = useReader();
  const [toasts, setToasts] = useState<readonly (Toast & { readonly id: number })[]>([]);
  const close = useCallback((id: number) => setToasts((all) => all.filter((one) => one.id !== id)), []);
  const show = useCallback<Show>(
    (toast) => {
      const id = nextId++;
      setToasts((all) => [...all, { ...toast, id }].slice(-shownMost));
      if (toast.kind === "done") window.setTimeout(() => close(id), staysMilliseconds);
    },
    [close],
  );
  const items = useMemo(
    () =>
      toasts.map((toast) => (
        <div key={toast.id} className={`toast toast-${toast.kind}`}>
          {toast.kind === "done" ? (
            <CircleCheck size={16} aria-hidden />
          ) : (
            <CircleAlert size={16} aria-hidden />
          )}
          <div className="toast-body">
            <strong>{toast.title}</strong>
            {toast.text !== undefined && <p className="break">{toast.text}</p>}
            {toast.action !== undefined && (
              <button
                type="button"
                className="link-button"
                onClick={() => {
                  toast.action?.run();
                  close(toast.id);
                }}
              >
                {toast.action.label}
              </button>
            )}
          </div>
          <button
            type="button"
            className="icon-button"
            aria-label={t("action.dismiss")}
            onClick={() => close(toast.id)}
          >
            <X size={14} aria-hidden />
          </button>
        </div>
      )),
    [toasts, close, t],
  );
  return (
    <ToastContext.Provider value={show}>
      {children}
      <div className="toasts" role="status" aria-live="polite">
        {items}
      </div>
    </ToastContext.Provider>
  );
}
