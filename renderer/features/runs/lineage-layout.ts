/** Where the boxes and arrows of a lineage go. Pure; lengths are CSS pixels. */
import { Graph, layout } from "@dagrejs/dagre";

export interface Lineage {
  readonly nodes: readonly { readonly id: string; readonly label: string }[];
  readonly edges: readonly { readonly from: string; readonly to: string }[];
}

export interface PlacedBox {
  readonly id: string;
  readonly lines: readonly string[];
  /** Upper left corner. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly PlacedBox[];
  readonly arrows: readonly { readonly key: string; readonly points: readonly { x: number; y: number }[] }[];
}

const characterWidth = 7;
const wideCharacterWidth = 13;
const lineHeight = 18;
const padding = 12;
const margin = 8;
const lineMost = 32;

function widthOf(text: string): number {
  let width = 0;
  for (const one of text) width += one > "\u2e80" ? wideCharacterWidth : characterWidth;
  return width;
}

/** A label broken between words into lines of some 32 characters, at most three. */
export function linesOf(label: string): string[] {
  const lines: string[] = [];
  for (const word of label.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < lineMost)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word.length > lineMost ? `${word.slice(0, lineMost - 1)}…` : word);
  }
  return lines.length > 3 ? [...lines.slice(0, 2), `${lines[2]} …`] : lines;
}

export function layLineageOut({ nodes, edges }: Lineage): Drawing {
  const graph = new Graph();
  graph.setGraph({ rankdir: "TB", nodesep: 28, ranksep: 36, marginx: margin, marginy: margin });
  graph.setDefaultEdgeLabel(() => ({}));
  // Numbered, because the names are an agent's and the library keeps nodes in plain objects.
  const names = new Map(nodes.map(({ id }, n) => [id, `n${n}`]));
  const lines = nodes.map(({ id, label }) => linesOf(label === "" ? id : label));
  for (const [n, text] of lines.entries()) {
    graph.setNode(`n${n}`, {
      width: Math.max(...text.map(widthOf)) + 2 * padding,
      height: text.length * lineHeight + padding,
    });
  }
  for (const { from, to } of edges) {
    const [tail, head] = [names.get(from), names.get(to)];
    if (tail !== undefined && head !== undefined) graph.setEdge(tail, head);
  }
  layout(graph);
  const size = graph.graph() as { readonly width?: number; readonly height?: number };
  return {
    width: finite(size.width),
    height: finite(size.height),
    boxes: nodes.map(({ id }, n) => {
      const { x, y, width, height } = graph.node(`n${n}`) as Record<"x" | "y" | "width" | "height", number>;
      return { id, lines: lines[n] ?? [], x: x - width / 2, y: y - height / 2, width, height };
    }),
    arrows: graph.edges().map((edge: { readonly v: string; readonly w: string }) => ({
      key: `${edge.v} ${edge.w}`,
      points: (graph.edge(edge) as { readonly points: readonly { x: number; y: number }[] }).points,
    })),
  };
}

const finite = (value: number | undefined): number => (Number.isFinite(value) ? (value ?? 0) : 0);
