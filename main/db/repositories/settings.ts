import type { Database } from "better-sqlite3";
import { Settings } from "../../../preload/contract/index.ts";

const unset: Settings = { language: "en", theme: "system", warm: "on" };

/** One row a setting. A value that this version does not know counts as unset. */
export class SettingRows {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  get(): Settings {
    const rows = this.#db
      .prepare<[], { key: string; value: string }>("SELECT key, value FROM settings")
      .all();
    const settings: Settings = { ...unset };
    for (const row of rows) {
      const parsed = Settings.partial().safeParse({ [row.key]: row.value });
      if (parsed.success) Object.assign(settings, parsed.data);
    }
    return settings;
  }

  set(changes: Partial<Settings>): void {
    const put = this.#db.prepare(
      "INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    );
    for (const [key, value] of Object.entries(changes)) if (value !== undefined) put.run(key, value);
  }
}
