/** Numbers, sizes, times and dates in the reader's language. Sizes are decimal, as the walls are. */
import type { Language } from "../../preload/contract/task.ts";

export interface Formatter {
  /** 0.8734 -> "0.873" */
  readonly decimal: (value: number, digits?: number) => string;
  readonly integer: (value: number) => string;
  /** Points with at most two decimals: 4 -> "4", 3.5 -> "3.5" */
  readonly points: (value: number) => string;
  /** Signed points: "+1.5", "−2" */
  readonly signed: (value: number) => string;
  /** 92.43 (already a percentage) -> "92.4%" */
  readonly percent: (value: number) => string;
  /** 0.42 -> "42%" */
  readonly share: (value: number) => string;
  /** 1_500_000 -> "1.5 MB" */
  readonly bytes: (value: number) => string;
  /** 3.21 -> "3.2 s", 75 -> "1 min 15 s" */
  readonly seconds: (value: number) => string;
  /** For axes, where a decimal that says nothing is left out: 5 -> "5 s", 0.5 -> "0.5 s" */
  readonly roundSeconds: (value: number) => string;
  /** Date and time of day */
  readonly instant: (iso: string) => string;
  /** Time of day with seconds */
  readonly time: (iso: string) => string;
  /** "5 min ago" */
  readonly ago: (iso: string, now?: number) => string;
  readonly list: (items: readonly string[]) => string;
}

const units = ["B", "kB", "MB", "GB", "TB"] as const;
const missing = "–";

const known = (value: number, write: (value: number) => string): string =>
  Number.isFinite(value) ? write(value) : missing;

export function makeFormatter(language: Language, timeZone?: string): Formatter {
  const number = (minimum: number, maximum: number, extra: Intl.NumberFormatOptions = {}) =>
    new Intl.NumberFormat(language, {
      minimumFractionDigits: minimum,
      maximumFractionDigits: maximum,
      ...extra,
    });
  const points = number(0, 2);
  const signed = number(0, 2, { signDisplay: "exceptZero" });
  const integer = number(0, 0);
  const tenth = number(1, 1);
  const percent = number(1, 1, { style: "percent" });
  const share = number(0, 0, { style: "percent" });
  const date = new Intl.DateTimeFormat(language, {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    ...(timeZone === undefined ? {} : { timeZone }),
  });
  const clock = new Intl.DateTimeFormat(language, {
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    ...(timeZone === undefined ? {} : { timeZone }),
  });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "short" });
  const list = new Intl.ListFormat(language, { type: "conjunction", style: "narrow" });
  const second = language === "zh" ? " 秒" : " s";
  const minute = language === "zh" ? " 分" : " min";
  const hour = language === "zh" ? " 时" : " h";

  const seconds = (value: number) =>
    known(value, (v) => {
      if (v < 59.95) return `${(v < 10 ? tenth : number(0, 1)).format(v)}${second}`;
      const whole = Math.round(v);
      const hours = Math.floor(whole / 3600);
      const minutes = Math.floor((whole % 3600) / 60);
      if (hours > 0) return `${hours}${hour} ${String(minutes).padStart(2, "0")}${minute}`;
      const rest = whole % 60;
      return rest === 0
        ? `${minutes}${minute}`
        : `${minutes}${minute} ${String(rest).padStart(2, "0")}${second}`;
    });

  return {
    decimal: (value, digits = 3) => known(value, (v) => number(digits, digits).format(v)),
    integer: (value) => known(value, (v) => integer.format(v)),
    points: (value) => known(value, (v) => points.format(v)),
    signed: (value) => known(value, (v) => signed.format(v).replace("-", "−")),
    percent: (value) => known(value, (v) => percent.format(v / 100)),
    share: (value) => known(value, (v) => share.format(v)),
    bytes: (value) =>
      known(value, (v) => {
        let size = v;
        let unit = 0;
        while (Math.abs(size) >= 999.5 && unit < units.length - 1) {
          size /= 1000;
          unit += 1;
        }
        return `${unit === 0 || Math.abs(size) >= 100 ? integer.format(size) : points.format(Math.round(size * 10) / 10)} ${units[unit]}`;
      }),
    seconds,
    roundSeconds: (value) =>
      value < 10 ? known(value, (v) => `${number(0, 1).format(v)}${second}`) : seconds(value),
    instant: (iso) => known(Date.parse(iso), (v) => date.format(v)),
    time: (iso) => known(Date.parse(iso), (v) => clock.format(v)),
    ago: (iso, now = Date.now()) =>
      known(Date.parse(iso), (v) => {
        const past = (v - now) / 1000;
        if (Math.abs(past) < 60) return relative.format(Math.round(past), "second");
        if (Math.abs(past) < 3600) return relative.format(Math.round(past / 60), "minute");
        if (Math.abs(past) < 86_400) return relative.format(Math.round(past / 3600), "hour");
        if (Math.abs(past) < 86_400 * 7) return relative.format(Math.round(past / 86_400), "day");
        return date.format(v);
      }),
    list: (items) => list.format(items),
  };
}
