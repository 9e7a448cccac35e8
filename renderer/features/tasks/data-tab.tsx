/** The public data of one variant as an agent gets it: choose, generate, look, open. */
import { Database } from "lucide-react";
import { useEffect } from "react";
import type { KeptVariant, TaskDetail } from "../../../preload/contract/task.ts";
import { useReader } from "../../app/settings.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Failure } from "../../components/failure.tsx";
import { Loading } from "../../components/loading.tsx";
import { useCall } from "../../connection/use-call.ts";
import { makeVariant, useVariantWork } from "../../connection/variant-work.ts";
import { DataFiles } from "./data-files.tsx";
import { VariantForm } from "./variant-form.tsx";
import { VariantsKept } from "./variants-kept.tsx";
import { VariantBeingMade } from "./variant-being-made.tsx";

interface DataTabProps {
  readonly task: TaskDetail;
  /** Null: the first that is kept. */
  readonly asked: number | null;
  readonly onAsk: (variant: number) => void;
}

export function DataTab({ task, asked, onAsk }: DataTabProps) {
  const { t, language } = useReader();
  const { id, realData } = task;
  const variants = useCall("tasks.variants", { id });
  const kept = variants.data?.variants ?? null;
  const shown = asked ?? kept?.[0]?.variant ?? 0;
  const wanted = { id, variant: shown, language };
  const work = useVariantWork(wanted);
  const { reload } = variants;
  useEffect(() => {
    if (work?.state === "made") reload();
  }, [work, reload]);

  // The data is the same in both languages: only the documents beside it differ.
  const ofShown = kept?.filter((one) => one.variant === shown) ?? [];
  const made = work?.state === "made" ? work.kept : null;
  const present = ofShown.find((one) => one.language === language) ?? ofShown[0] ?? made;
  const generate = (variant: number) => {
    onAsk(variant);
    void makeVariant({ id, variant, language });
  };
  return (
    <div className="stack">
      <div className="variant-grid">
        <VariantForm
          key={shown}
          shown={shown}
          realData={realData}
          isKept={(variant) => kept?.some((one) => one.variant === variant) ?? false}
          isMaking={work?.state === "making"}
          onShow={onAsk}
          onGenerate={generate}
        />
        <VariantsKept variants={variants} shown={present} onShow={onAsk} />
      </div>
      {work?.state === "making" && present === null && (
        <VariantBeingMade variant={shown} since={work.since} />
      )}
      {work?.state === "failed" && present === null && (
        <Failure failure={work.failure} retry={() => generate(shown)}>
          <a className="button small" href="#/environment">
            {t("data.failed.environment")}
          </a>
        </Failure>
      )}
      {present !== null && <Preview task={id} variant={present} />}
      {kept !== null && present === null && work === null && (
        <EmptyState
          icon={Database}
          title={t("data.none.title", { n: shown })}
          text={t(realData ? "data.none.text.real" : "data.none.text")}
        >
          <button type="button" className="button" onClick={() => generate(shown)}>
            {t("data.generate.n", { n: shown })}
          </button>
        </EmptyState>
      )}
    </div>
  );
}

function Preview({ task, variant }: { readonly task: string; readonly variant: KeptVariant }) {
  const preview = useCall("tasks.preview", {
    id: task,
    variant: variant.variant,
    language: variant.language,
  });
  if (preview.data === null && preview.failure === null) return <Loading lines={8} />;
  return (
    <>
      {preview.failure !== null && <Failure failure={preview.failure} retry={preview.reload} />}
      {preview.data !== null && (
        <DataFiles
          key={preview.data.variant.digest}
          files={preview.data.files}
          folder={preview.data.variant.folder}
        />
      )}
    </>
  );
}
