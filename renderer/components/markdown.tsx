/**
 * The small part of Markdown that briefs and contract pages use, built as elements: no HTML passes through.
 * Links are shown as text with their address, for nothing here leads out of the program.
 */
import { Fragment, type ReactNode } from "react";
import { joinLines } from "./join-lines.ts";
import { visibleText } from "./visible-text.ts";

const inlinePiece = /(`[^`]+`)|(\*\*[^*]+\*\*)|(\*[^*\s][^*]*\*)|(\[[^\]]+\]\([^)]*\))/g;

function inline(text: string): ReactNode[] {
  const out: ReactNode[] = [];
  let at = 0;
  for (const found of text.matchAll(inlinePiece)) {
    if (found.index > at) out.push(text.slice(at, found.index));
    const piece = found[0];
    const key = found.index;
    if (piece.startsWith("`")) out.push(<code key={key}>{piece.slice(1, -1)}</code>);
    else if (piece.startsWith("**")) out.push(<strong key={key}>{inline(piece.slice(2, -2))}</strong>);
    else if (piece.startsWith("["))
      out.push(<Fragment key={key}>{piece.slice(1, piece.indexOf("]"))}</Fragment>);
    else out.push(<em key={key}>{piece.slice(1, -1)}</em>);
    at = found.index + piece.length;
  }
  if (at < text.length) out.push(text.slice(at));
  return out;
}

const cells = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replace(/\\\|/g, "|"));

const startsBlock = (line: string) =>
  /^(#{1,6} |```|\s*[-*] |\s*\d+[.)] |\|)/.test(line) || line.trim() === "";

export function Markdown({ text }: { readonly text: string }) {
  const lines = visibleText(text.replace(/\r\n?/g, "\n")).split("\n");
  const blocks: ReactNode[] = [];
  let i = 0;
  while (i < lines.length) {
    const line = lines[i] ?? "";
    const key = i;
    const heading = /^(#{1,6}) (.*)$/.exec(line);
    if (line.trim() === "") i += 1;
    else if (heading !== null) {
      // The page has its h1 and the card its h2.
      const depth = (heading[1] ?? "#").length;
      const words = inline(heading[2] ?? "");
      blocks.push(depth <= 2 ? <h3 key={key}>{words}</h3> : <h4 key={key}>{words}</h4>);
      i += 1;
    } else if (line.startsWith("```")) {
      const end = lines.findIndex((one, index) => index > i && one.startsWith("```"));
      const to = end < 0 ? lines.length : end;
      blocks.push(
        <pre key={key} className="prose-code" tabIndex={0}>
          {lines.slice(i + 1, to).join("\n")}
        </pre>,
      );
      i = to + 1;
    } else if (line.startsWith("|")) {
      let to = i;
      while ((lines[to] ?? "").startsWith("|")) to += 1;
      const [head = "", ...body] = lines.slice(i, to).filter((row) => !/^\|[\s:|-]+\|?$/.test(row));
      blocks.push(
        <div key={key} className="table-scroll" tabIndex={0} role="group">
          <table className="table">
            <thead>
              <tr>
                {cells(head).map((cell, index) => (
                  <th key={`${index}:${cell}`} scope="col">
                    {inline(cell)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {body.map((row, at) => (
                <tr key={`${at}:${row}`}>
                  {cells(row).map((cell, index) => (
                    <td key={`${index}:${cell}`}>{inline(cell)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>,
      );
      i = to;
    } else if (/^\s*([-*]|\d+[.)]) /.test(line)) {
      const ordered = /^\s*\d/.test(line);
      const items: string[] = [];
      while (i < lines.length && /^\s*([-*]|\d+[.)]) /.test(lines[i] ?? "")) {
        let item = (lines[i] ?? "").replace(/^\s*([-*]|\d+[.)]) /, "");
        i += 1;
        while (i < lines.length && /^\s+\S/.test(lines[i] ?? "") && !startsBlock(lines[i] ?? "")) {
          item = joinLines([item, lines[i] ?? ""]);
          i += 1;
        }
        items.push(item);
      }
      const entries = items.map((item, index) => <li key={`${index}:${item}`}>{inline(item)}</li>);
      blocks.push(ordered ? <ol key={key}>{entries}</ol> : <ul key={key}>{entries}</ul>);
    } else {
      let to = i + 1;
      while (to < lines.length && !startsBlock(lines[to] ?? "")) to += 1;
      blocks.push(<p key={key}>{inline(joinLines(lines.slice(i, to)))}</p>);
      i = to;
    }
  }
  return <div className="prose">{blocks}</div>;
}
