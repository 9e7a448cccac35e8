/** Which wall is enforced by what on this machine; each row comes from a canary that ran in a real box. */
import { RotateCw } from "lucide-react";
import { useState } from "react";
import type { ErrorBody } from "../../../preload/contract/error.ts";
import { useReader } from "../../app/settings.tsx";
import { Card } from "../../components/card.tsx";
import { Failure } from "../../components/failure.tsx";
import { Loading } from "../../components/loading.tsx";
import { failureOf } from "../../connection/failure.ts";
import { useCall } from "../../connection/use-call.ts";
import { DoctorTable } from "./doctor-table.tsx";

export function DoctorCard() {
  const { t, format, language } = useReader();
  const known = useCall("sandbox.doctor", { language });
  const [failure, setFailure] = useState<ErrorBody | null>(null);
  const [asking, setAsking] = useState(false);
  const report = known.data;

  /** The core keeps what it finds, so that asking for it afterwards gives every screen the same. */
  const again = () => {
    setAsking(true);
    setFailure(null);
    window.workbench
      .call("sandbox.doctor", { fresh: true, language })
      .then(known.reload, (error: unknown) => setFailure(failureOf(error)))
      .finally(() => setAsking(false));
  };
  const failed = failure ?? (report === null ? known.failure : null);

  return (
    <Card
      flush
      title={t("doctor.title")}
      aside={
        <span className="row">
          {report !== null && (
            <span className="quiet">
              {t("doctor.when", {
                when: format.ago(report.checkedAt),
                seconds: format.seconds(report.seconds),
              })}
            </span>
          )}
          <button type="button" className="button small" disabled={asking} onClick={again}>
            <RotateCw size={13} aria-hidden className={asking ? "spin" : undefined} />
            {t("doctor.again")}
          </button>
        </span>
      }
    >
      {failed !== null && (
        <div className="pad">
          <Failure failure={failed} retry={again} />
        </div>
      )}
      {report === null && failed === null && <Loading lines={8} />}
      {report !== null && <DoctorTable report={report} />}
    </Card>
  );
}
