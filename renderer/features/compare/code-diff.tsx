import { useVirtualizer } from "@tanstack/react-virtual";
import { Equal, UnfoldVertical } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import type { CodeLine } from "../../../preload/contract/comparison.ts";
import { useReader } from "../../app/settings.tsx";
import { visibleText } from "../../components/visible-text.ts";
import { type DiffCell, foldSame, pairLines } from "./diff-rows.ts";

const lineHeight = 20;
const context = 3;

export function CodeDiff({ lines }: { readonly lines: readonly CodeLine[] }) {
  const { t, plural } = useReader();
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const scroller = useRef<HTMLDivElement>(null);
  const pairs = useMemo(() => pairLines(lines), [lines]);
  const rows = useMemo(() => foldSame(pairs, context, opened), [pairs, opened]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: 30,
  });
  if (lines.length === 0) return <p className="quiet pad">{t("compare.code.none")}</p>;
  if (pairs.every((row) => row.kind === "same"))
    return (
      <p className="quiet pad row">
        <Equal size={14} aria-hidden />
        {t("compare.code.same")}
      </p>
    );
  return (
    <div ref={scroller} className="code diff" role="group" aria-label={t("compare.code")} tabIndex={0}>
      <div className="code-lines" style={{ height: `${virtual.getTotalSize()}px` }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          const style = { transform: `translateY(${item.start}px)` };
          if (row.kind === "fold")
            return (
              <button
                key={item.key}
                type="button"
                className="diff-fold"
                style={style}
                onClick={() => setOpened((now) => new Set([...now, row.from]))}
              >
                <UnfoldVertical size={12} aria-hidden />
                {plural("compare.code.fold", row.count)}
              </button>
            );
          return (
            <div key={item.key} className="diff-row" data-kind={row.kind} style={style}>
              <Half cell={row.a} sign={row.kind === "changed" ? "−" : ""} side="a" />
              <Half cell={row.b} sign={row.kind === "changed" ? "+" : ""} side="b" />
            </div>
          );
        })}
      </div>
    </div>
  );
}

function Half({
  cell,
  sign,
  side,
}: {
  readonly cell: DiffCell | null;
  readonly sign: string;
  readonly side: "a" | "b";
}) {
  return (
    <span className={`diff-half diff-${side}`} data-empty={cell === null || undefined}>
      <span className="code-gutter">{cell?.line}</span>
      <span className="diff-sign">{cell === null ? "" : sign}</span>
      <span className="code-text">{cell === null ? "" : visibleText(cell.text)}</span>
    </span>
  );
}
