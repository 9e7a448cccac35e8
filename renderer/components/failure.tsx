/** A refusal or fault of the core: what it concerns and the way out. */
import { RotateCcw, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { ErrorBody } from "../../preload/contract/error.ts";
import { useReader } from "../app/settings.tsx";

interface FailureProps {
  readonly failure: ErrorBody;
  readonly retry?: () => void;
  readonly children?: ReactNode;
}

export function Failure({ failure, retry, children }: FailureProps) {
  const { t, find } = useReader();
  return (
    <div className="notice notice-bad" role="alert">
      <TriangleAlert size={16} aria-hidden />
      <div className="notice-body">
        <strong>{find(`error.${failure.code}`) ?? failure.code}</strong>
        <p className="break">{failure.message}</p>
        {failure.hint !== "" && <p className="break">{failure.hint}</p>}
        <div className="row">
          {retry !== undefined && (
            <button type="button" className="button small" onClick={retry}>
              <RotateCcw size={13} aria-hidden />
              {t("action.retry")}
            </button>
          )}
          {children}
        </div>
      </div>
    </div>
  );
}
