/** A bar that fills towards a limit. The number beside it says the same. */
import type { Tone } from "./status.tsx";

interface MeterProps {
  readonly label: string;
  readonly value: number;
  readonly maximum: number;
  readonly text: string;
  readonly tone?: Tone;
  readonly thick?: boolean;
}

export function Meter({ label, value, maximum, text, tone = "accent", thick = false }: MeterProps) {
  const share = maximum > 0 && Number.isFinite(value) ? Math.min(1, Math.max(0, value / maximum)) : 0;
  return (
    <div
      className={`meter ${thick ? "meter-thick" : ""}`}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={maximum > 0 ? maximum : 1}
      aria-valuenow={maximum > 0 && Number.isFinite(value) ? Math.min(maximum, Math.max(0, value)) : 0}
      aria-valuetext={text}
    >
      <span className={`meter-fill fill-${tone}`} style={{ width: `${share * 100}%` }} />
    </div>
  );
}

/** Full marks, some, few: the same three tones everywhere. */
export const toneOfShare = (share: number): Tone =>
  share >= 0.85 ? "good" : share >= 0.5 ? "partial" : "bad";
