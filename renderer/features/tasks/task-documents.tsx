/** What is written of a task, in either language, whatever the window speaks. */
import { useState } from "react";
import type { Language, TaskDetail } from "../../../preload/contract/task.ts";
import { useReader } from "../../app/settings.tsx";
import { Card } from "../../components/card.tsx";
import { Failure } from "../../components/failure.tsx";
import { Loading } from "../../components/loading.tsx";
import { Markdown } from "../../components/markdown.tsx";
import { Segmented } from "../../components/segmented.tsx";
import { useCall } from "../../connection/use-call.ts";

type Document = "brief" | "card" | "contract";

interface TaskDocumentsProps {
  readonly id: string;
  readonly documents: readonly { readonly name: Document; readonly title: string }[];
}

export function TaskDocuments({ id, documents }: TaskDocumentsProps) {
  const { t, language: readers } = useReader();
  const [chosen, setChosen] = useState<Language | null>(null);
  const language = chosen ?? readers;
  const task = useCall("tasks.show", { id, language });
  const text = (detail: TaskDetail, name: Document) => (
    <div lang={language === "zh" ? "zh-CN" : "en"}>
      <Markdown text={detail[name]} />
    </div>
  );
  return (
    <div className="stack">
      <div className="row end">
        <Segmented
          legend={t("tasks.document.language")}
          hideLegend
          value={language}
          onChange={setChosen}
          choices={[
            { value: "en", label: "English" },
            { value: "zh", label: "中文" },
          ]}
        />
      </div>
      {task.failure !== null && <Failure failure={task.failure} retry={task.reload} />}
      <div className={documents.length > 1 ? "split" : "stack"}>
        {documents.map(({ name, title }) => (
          <Card key={name} title={title}>
            {task.data === null ? task.failure === null && <Loading /> : text(task.data, name)}
          </Card>
        ))}
      </div>
    </div>
  );
}
