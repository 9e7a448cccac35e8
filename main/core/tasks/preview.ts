/** The public data of a variant as the window shows it: first rows, and a profile of each column. */
import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse";
import { z } from "zod";
import type { ColumnProfile, DataFile } from "../../../preload/contract/task.ts";
import { reservedNames } from "./reserved-names.ts";

/** Rows that are profiled: a larger table is profiled on its first ones, and says so. */
const profiledRows = 100_000;
const shownRows = 20;
const mostColumns = 200;
const mostFrequent = 5;
/** Distinct values that are counted one by one. */
const countedValues = 10_000;
const cellCharacters = 200;

const Record = z.array(z.string());

/** Every data file of a public folder; documents aside. A file that is no table is named with its size alone. */
export async function previewFiles(publicFolder: string): Promise<DataFile[]> {
  const names = (await readdir(publicFolder)).filter((name) => !reservedNames.has(name)).toSorted();
  const files: DataFile[] = [];
  for (const name of names) {
    const path = join(publicFolder, name);
    const { size } = await stat(path);
    files.push(
      name.endsWith(".csv")
        ? { kind: "table", name, bytes: size, ...(await profile(path)) }
        : { kind: "other", name, bytes: size },
    );
  }
  return files;
}

type Profile = Omit<Extract<DataFile, { kind: "table" }>, "kind" | "name" | "bytes">;

async function profile(path: string): Promise<Profile> {
  const input = createReadStream(path);
  // One more than is profiled, so that it is known whether there are more.
  const records = input.pipe(parse({ relax_column_count: true, relax_quotes: true, to: profiledRows + 2 }));
  let columns: Column[] | null = null;
  const first: string[][] = [];
  let rows = 0;
  let columnsLeftOut = 0;
  let isWhole = true;
  for await (const record of records) {
    const cells = Record.parse(record);
    if (columns === null) {
      columnsLeftOut = Math.max(0, cells.length - mostColumns);
      columns = cells.slice(0, mostColumns).map((name) => new Column(name.slice(0, cellCharacters)));
      continue;
    }
    if (rows === profiledRows) {
      isWhole = false;
      break;
    }
    rows += 1;
    for (const [at, column] of columns.entries()) column.add(cells[at] ?? "");
    if (first.length < shownRows) {
      first.push(cells.slice(0, mostColumns).map((cell) => cell.slice(0, cellCharacters)));
    }
  }
  input.destroy();
  return {
    profiledRows: rows,
    isWhole,
    columnsLeftOut,
    columns: (columns ?? []).map((column) => column.profile(rows)),
    rows: first,
  };
}

/** What is kept of one column while its rows go by. */
class Column {
  readonly name: string;
  readonly #counts = new Map<string, number>();
  #missing = 0;
  #numbers = 0;
  #dates = 0;
  #minimum = Number.POSITIVE_INFINITY;
  #maximum = Number.NEGATIVE_INFINITY;
  #first: string | null = null;
  #last: string | null = null;
  #overflow = false;

  constructor(name: string) {
    this.name = name;
  }

  add(cell: string): void {
    if (cell.trim() === "") {
      this.#missing += 1;
      return;
    }
    const number = Number(cell);
    if (Number.isFinite(number)) {
      this.#numbers += 1;
      this.#minimum = Math.min(this.#minimum, number);
      this.#maximum = Math.max(this.#maximum, number);
    } else if (/^\d{4}-\d{2}-\d{2}/.test(cell)) {
      this.#dates += 1;
    }
    const text = cell.slice(0, cellCharacters);
    if (this.#first === null || text < this.#first) this.#first = text;
    if (this.#last === null || text > this.#last) this.#last = text;
    const count = this.#counts.get(text);
    if (count !== undefined) this.#counts.set(text, count + 1);
    else if (this.#counts.size < countedValues) this.#counts.set(text, 1);
    else this.#overflow = true;
  }

  profile(rows: number): ColumnProfile {
    const known = rows - this.#missing;
    const type =
      known === 0
        ? "empty"
        : this.#numbers === known
          ? "number"
          : this.#dates === known
            ? "date"
            : this.#numbers + this.#dates > 0
              ? "mixed"
              : "text";
    const isNumber = type === "number";
    return {
      name: this.name,
      type,
      missing: this.#missing,
      distinct: this.#counts.size,
      distinctIsWhole: !this.#overflow,
      minimum: isNumber ? String(this.#minimum) : this.#first,
      maximum: isNumber ? String(this.#maximum) : this.#last,
      mostFrequent: [...this.#counts]
        .toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
        .slice(0, mostFrequent)
        .map(([value, count]) => ({ value, count })),
    };
  }
}
