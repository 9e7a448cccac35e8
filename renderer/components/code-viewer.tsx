/** Reads code, with line numbers, the marked line in view. Long files are drawn only where one looks. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef } from "react";
import { type Token, tokenizePython } from "./python-tokens.ts";
import { visibleText } from "./visible-text.ts";

const lineHeight = 20;

export function Tokens({ tokens }: { readonly tokens: readonly Token[] }) {
  return tokens.map((token, index) =>
    token.kind === "plain" ? (
      token.text
    ) : (
      // Tokens of a line never move; their place is their identity.
      <span key={`${index}:${token.kind}`} className={`code-${token.kind}`}>
        {token.text}
      </span>
    ),
  );
}

interface CodeViewerProps {
  readonly label: string;
  readonly text: string;
  readonly python?: boolean;
  readonly line?: number | null;
  /** Lines that a check or diagnosis points at. */
  readonly marked?: ReadonlySet<number>;
}

export function CodeViewer({ label, text, python = false, line = null, marked }: CodeViewerProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const lines = useMemo(
    () => text.replace(/\r\n?/g, "\n").replace(/\n$/, "").split("\n").map(visibleText),
    [text],
  );
  const tokens = useMemo(() => (python ? tokenizePython(lines) : null), [lines, python]);
  const digits = String(lines.length).length;
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: 30,
  });
  useEffect(() => {
    if (line !== null) rows.scrollToIndex(Math.min(line, lines.length) - 1, { align: "center" });
  }, [line, lines.length, rows]);
  return (
    <div ref={scroller} className="code" role="group" aria-label={label} tabIndex={0}>
      <div className="code-lines" style={{ height: `${rows.getTotalSize()}px` }}>
        {rows.getVirtualItems().map((row) => {
          const number = row.index + 1;
          const tinted = tokens?.[row.index];
          return (
            <div
              key={row.key}
              className="code-line"
              data-current={number === line || undefined}
              data-marked={marked?.has(number) === true || undefined}
              style={{ transform: `translateY(${row.start}px)` }}
            >
              <span className="code-gutter" style={{ width: `${digits + 3}ch` }}>
                {number}
              </span>
              <span className="code-text">
                {tinted === undefined ? lines[row.index] : <Tokens tokens={tinted} />}
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
