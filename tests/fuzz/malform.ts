/** Ways to spoil a file: bytes of any kind, lines of a text, values of a JSON document. */
import type { Draws } from "./draws.ts";

/** What people and programs really write where something else should stand, and what attackers try. */
const hostile = [
  "",
  "NaN",
  "nan",
  "Infinity",
  "-Infinity",
  "1e999",
  "-0",
  "0x10",
  "null",
  "None",
  "true",
  '"',
  "'",
  "{",
  "[".repeat(70),
  "[".repeat(20_000),
  "\u0000",
  "\ufeff",
  "\ud800",
  "，",
  "é",
  "=cmd()",
  "<script>",
  "__proto__",
  "constructor",
  "$&",
  "9".repeat(400),
  "x".repeat(100_000),
  "\r",
  ",,,,",
  "\t",
];

export function spoilBytes(bytes: Buffer, draws: Draws): Buffer {
  const at = draws.below(bytes.length + 1);
  const length = draws.below(Math.max(1, bytes.length >> draws.below(8)));
  switch (draws.below(10)) {
    case 0:
      return bytes.subarray(0, at);
    case 1:
      return bytes.subarray(at);
    case 2:
      return Buffer.concat([bytes.subarray(0, at), Buffer.from(draws.pick(hostile)), bytes.subarray(at)]);
    case 3:
      return Buffer.concat([bytes, bytes.subarray(at, at + length)]);
    case 4:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
    case 5: {
      const changed = Buffer.from(bytes);
      for (let n = 0; n <= draws.below(20); n += 1) changed[draws.below(changed.length)] = draws.below(256);
      return changed;
    }
    case 6:
      return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]);
    case 7:
      return Buffer.from(bytes.toString("utf8"), "utf16le");
    case 8:
      return Buffer.from(bytes.toString("utf8").replaceAll("e", "é"), "latin1");
    default:
      return Buffer.from(bytes.toString("utf8").replaceAll("\n", draws.pick(["\r\n", "\r", "", "\n\n"])));
  }
}

export function spoilLines(text: string, draws: Draws): string {
  const lines = text.split("\n");
  const at = draws.below(lines.length);
  const line = lines[at] ?? "";
  switch (draws.below(7)) {
    case 0:
      lines.splice(at, 1 + draws.below(lines.length));
      break;
    case 1:
      lines.splice(at, 0, ...Array.from({ length: 1 + draws.below(50) }, () => line));
      break;
    case 2:
      lines.splice(at, 0, draws.pick(hostile));
      break;
    case 3:
      lines.reverse();
      break;
    case 4: {
      const cells = line.split(",");
      cells[draws.below(cells.length)] = draws.pick(hostile);
      lines[at] = cells.join(",");
      break;
    }
    case 5:
      lines[at] = line.split(",").toReversed().join(",");
      break;
    default:
      return spoilLines(spoilLines(text, draws), draws);
  }
  return lines.join("\n");
}

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

const wrongValues = (draws: Draws): Json =>
  draws.pick<() => Json>([
    () => null,
    () => [],
    () => ({}),
    () => "",
    () => draws.pick(hostile),
    () => true,
    () => -1,
    () => 1e308,
    () => 0.1 + draws.share(),
    () => [[[[[]]]]],
    () => Array.from({ length: 3000 }, (_, n) => n),
    () => ({ constructor: { name: "x" }, toString: null }),
    () => [null, "a", 1, {}],
  ])();

/** One value of a document replaced, removed, doubled or renamed; as text, because some faults have no value. */
export function spoilJson(value: unknown, draws: Draws): string {
  const document = structuredClone(value) as Json;
  for (let n = 0; n <= draws.below(3); n += 1) spoilValue(document, draws);
  const text = JSON.stringify(document, null, draws.pick([0, 2, 4, "\t"]));
  switch (draws.below(6)) {
    case 0:
      return text.replace(/"([a-z_]+)":/, (whole) => `${whole} 1, ${whole}`);
    case 1:
      return text.replace(/([}\]])\s*$/, ",$1");
    case 2:
      return text.replace(
        /:\s*-?\d+(\.\d+)?/,
        `: ${draws.pick(["NaN", "Infinity", "-Infinity", "1e999", "01", "+1"])}`,
      );
    default:
      return text;
  }
}

function spoilValue(document: Json, draws: Draws): void {
  let holder: Json = document;
  for (let depth = draws.below(5); ; depth -= 1) {
    if (typeof holder !== "object" || holder === null) return;
    const names: string[] = Object.keys(holder);
    if (names.length === 0) return;
    const name = draws.pick(names);
    const inside = Array.isArray(holder) ? holder[Number(name)] : holder[name];
    if (depth > 0 && typeof inside === "object" && inside !== null) {
      holder = inside;
      continue;
    }
    if (Array.isArray(holder)) {
      if (draws.below(3) === 0) holder.push(wrongValues(draws));
      else holder[Number(name)] = wrongValues(draws);
      return;
    }
    const how = draws.below(8);
    if (how < 2) delete holder[name];
    else if (how < 4) holder[draws.pick(["extra", name.toUpperCase(), "值", ""])] = wrongValues(draws);
    else holder[name] = wrongValues(draws);
    return;
  }
}
