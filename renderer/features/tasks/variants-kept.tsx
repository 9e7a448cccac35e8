/** Which variants lie in the data folder, in which language their documents are, and how large they are. */
import type { KeptVariant } from "../../../preload/contract/task.ts";
import type { ResultOf } from "../../../preload/contract/methods.ts";
import { useReader } from "../../app/settings.tsx";
import { Card } from "../../components/card.tsx";
import { Failure } from "../../components/failure.tsx";
import { Loading } from "../../components/loading.tsx";
import { PathButton } from "../../components/path-button.tsx";
import type { Loaded } from "../../connection/use-call.ts";
import { fileIn } from "./file-in.ts";

interface VariantsKeptProps {
  readonly variants: Loaded<ResultOf<"tasks.variants">>;
  readonly shown: KeptVariant | null;
  readonly onShow: (variant: number) => void;
}

export function VariantsKept({ variants, shown, onShow }: VariantsKeptProps) {
  const { t, format } = useReader();
  const kept = variants.data?.variants ?? null;
  const bytes = kept?.reduce((sum, one) => sum + one.bytes, 0) ?? 0;
  return (
    <Card
      flush
      title={t("data.kept")}
      aside={kept !== null && kept.length > 0 && <span className="quiet">{format.bytes(bytes)}</span>}
    >
      {variants.failure !== null && <Failure failure={variants.failure} retry={variants.reload} />}
      {kept === null && variants.failure === null && <Loading lines={2} />}
      {kept?.length === 0 && <p className="quiet pad">{t("data.kept.none")}</p>}
      {kept !== null && kept.length > 0 && (
        <div className="table-scroll variants-kept" tabIndex={0} role="group" aria-label={t("data.kept")}>
          <table className="table compact middle">
            <thead>
              <tr>
                <th scope="col">{t("start.variant")}</th>
                <th scope="col">{t("data.documents")}</th>
                <th scope="col" className="number">
                  {t("data.size")}
                </th>
                <th scope="col">{t("data.folder")}</th>
              </tr>
            </thead>
            <tbody>
              {kept.map((one) => (
                <tr key={`${one.variant} ${one.language}`} aria-current={one === shown ? "true" : undefined}>
                  <td>
                    <button type="button" className="link-button" onClick={() => onShow(one.variant)}>
                      {one.variant}
                    </button>
                  </td>
                  <td>{one.language === "zh" ? "中文" : "English"}</td>
                  <td className="number">{format.bytes(one.bytes)}</td>
                  <td>
                    <PathButton path={fileIn(one.folder, "README.md")} copied={one.folder} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}
