/** The data files of one variant: one is looked at, the others are a choice away. */
import { useState } from "react";
import type { DataFile } from "../../../preload/contract/task.ts";
import { useReader } from "../../app/settings.tsx";
import { Card } from "../../components/card.tsx";
import { PathButton } from "../../components/path-button.tsx";
import { Segmented } from "../../components/segmented.tsx";
import { visibleText } from "../../components/visible-text.ts";
import { ColumnProfiles } from "./column-profiles.tsx";
import { FirstRows } from "./first-rows.tsx";
import { fileIn } from "./file-in.ts";

interface DataFilesProps {
  readonly files: readonly DataFile[];
  readonly folder: string;
}

export function DataFiles({ files, folder }: DataFilesProps) {
  const { t } = useReader();
  const [chosen, setChosen] = useState<string | null>(null);
  const file = files.find((one) => one.name === chosen) ?? files[0];
  if (file === undefined) return <p className="quiet">{t("data.no_files")}</p>;
  return (
    <>
      <div className="row between">
        <Segmented
          legend={t("data.file")}
          hideLegend
          value={file.name}
          onChange={setChosen}
          choices={files.map((one) => ({ value: one.name, label: visibleText(one.name) }))}
        />
        <div className="row folder-place">
          <span className="mono quiet break">{folder}</span>
          <PathButton path={fileIn(folder, file.name)} copied={folder} />
        </div>
      </div>
      {file.kind === "table" ? <Table key={file.name} file={file} /> : <Other file={file} />}
    </>
  );
}

function Table({ file }: { readonly file: Extract<DataFile, { kind: "table" }> }) {
  const { t, plural, format } = useReader();
  const rows = plural("data.rows", file.profiledRows);
  return (
    <>
      <Card
        flush
        title={t("data.profile")}
        aside={
          <span className="quiet">
            {[
              file.isWhole ? rows : t("data.rows.more", { n: format.integer(file.profiledRows) }),
              plural("data.columns", file.columns.length + file.columnsLeftOut),
              format.bytes(file.bytes),
            ].join(" · ")}
          </span>
        }
      >
        {!file.isWhole && (
          <p className="pad quiet">{t("data.partial", { n: format.integer(file.profiledRows) })}</p>
        )}
        <ColumnProfiles columns={file.columns} rows={file.profiledRows} />
        {file.columnsLeftOut > 0 && (
          <p className="pad quiet">{plural("data.columns_left_out", file.columnsLeftOut)}</p>
        )}
      </Card>
      <Card flush title={plural("data.first", file.rows.length)}>
        {file.rows.length === 0 ? (
          <p className="pad quiet">{t("data.empty_table")}</p>
        ) : (
          <FirstRows columns={file.columns} rows={file.rows} />
        )}
      </Card>
    </>
  );
}

function Other({ file }: { readonly file: DataFile }) {
  const { t, format } = useReader();
  return (
    <Card
      title={<span className="mono">{visibleText(file.name)}</span>}
      aside={<span className="quiet">{format.bytes(file.bytes)}</span>}
    >
      <p className="quiet">{t("data.other")}</p>
    </Card>
  );
}
