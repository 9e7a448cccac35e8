import { z } from "zod";

const Decision = z.object({ step: z.string(), method: z.string(), rationale: z.string() });
export type Decision = z.infer<typeof Decision>;

const longestLine = 65_536;

/** Finds decision entries (one JSON object a line) in output that comes in pieces. */
export class DecisionLines {
  #rest = "";
  #overlong = false;

  add(text: string): Decision[] {
    const lines = (this.#rest + text).split("\n");
    this.#rest = lines.pop() ?? "";
    // A line without end must not pile up in memory; what comes of it up to its end is passed over.
    const found = lines.flatMap((line, index) => (index === 0 && this.#overlong ? [] : decisionIn(line)));
    if (lines.length > 0) this.#overlong = false;
    if (this.#rest.length > longestLine) {
      this.#rest = "";
      this.#overlong = true;
    }
    return found;
  }
}

function decisionIn(line: string): Decision[] {
  const trimmed = line.trim();
  if (!trimmed.startsWith("{") || !trimmed.includes('"step"') || trimmed.length > longestLine) return [];
  try {
    const parsed = Decision.safeParse(JSON.parse(trimmed));
    return parsed.success ? [parsed.data] : [];
  } catch {
    return [];
  }
}
