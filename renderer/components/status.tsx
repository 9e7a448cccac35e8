/** Status as icon plus word; colour only repeats what these say. */
import {
  Ban,
  CircleCheck,
  CircleQuestionMark,
  CircleSlash,
  CircleX,
  Clock,
  Contrast,
  FileCode2,
  Footprints,
  LoaderCircle,
  type LucideIcon,
  MemoryStick,
  MessageSquareQuote,
  ShieldAlert,
  ShieldCheck,
  TimerOff,
  Unplug,
  Wrench,
} from "lucide-react";
import type { CheckStatus, EvidenceKind, Level, RunStatus } from "../../preload/contract/run.ts";
import { useReader } from "../app/settings.tsx";

export type Tone = "good" | "partial" | "bad" | "quiet" | "accent";

const runLook: Readonly<Record<RunStatus, { readonly icon: LucideIcon; readonly tone: Tone }>> = {
  queued: { icon: Clock, tone: "quiet" },
  running: { icon: LoaderCircle, tone: "accent" },
  finished: { icon: CircleCheck, tone: "good" },
  failed: { icon: CircleX, tone: "bad" },
  timeout: { icon: TimerOff, tone: "bad" },
  out_of_memory: { icon: MemoryStick, tone: "bad" },
  cancelled: { icon: Ban, tone: "quiet" },
  interrupted: { icon: Unplug, tone: "partial" },
  infrastructure: { icon: Wrench, tone: "partial" },
  refused: { icon: ShieldAlert, tone: "bad" },
};

export function RunStatusBadge({ status }: { readonly status: RunStatus }) {
  const { t } = useReader();
  const { icon: Icon, tone } = runLook[status];
  return (
    <span className={`badge tone-${tone}`}>
      <Icon size={13} aria-hidden className={status === "running" ? "spin" : undefined} />
      {t(`status.${status}`)}
    </span>
  );
}

const checkLook: Readonly<Record<CheckStatus, { readonly icon: LucideIcon; readonly tone: Tone }>> = {
  passed: { icon: CircleCheck, tone: "good" },
  partial: { icon: Contrast, tone: "partial" },
  failed: { icon: CircleX, tone: "bad" },
  not_evaluated: { icon: CircleQuestionMark, tone: "quiet" },
  not_applicable: { icon: CircleSlash, tone: "quiet" },
};

export const toneOfCheck = (status: CheckStatus): Tone => checkLook[status].tone;

export function CheckStatusIcon({
  status,
  size = 16,
}: {
  readonly status: CheckStatus;
  readonly size?: number;
}) {
  const { t } = useReader();
  const { icon: Icon, tone } = checkLook[status];
  return (
    <span className={`status-icon ink-${tone}`} title={t(`check.status.${status}`)}>
      <Icon size={size} aria-hidden />
      <span className="visually-hidden">{t(`check.status.${status}`)}</span>
    </span>
  );
}

export const evidenceIcons: Readonly<Record<EvidenceKind, LucideIcon>> = {
  verified: ShieldCheck,
  traced: Footprints,
  static: FileCode2,
  claimed: MessageSquareQuote,
};

export function EvidenceBadge({ kind }: { readonly kind: EvidenceKind }) {
  const { t } = useReader();
  const Icon = evidenceIcons[kind];
  return (
    <span className={`badge badge-outline evidence-${kind}`} title={t(`evidence.${kind}.explained`)}>
      <Icon size={12} aria-hidden />
      {t(`evidence.${kind}`)}
    </span>
  );
}

export function LevelBadge({ level }: { readonly level: Level | null }) {
  const { t } = useReader();
  if (level === null) return <span className="quiet">–</span>;
  return (
    <span className="badge badge-outline" title={t(`level.${level}`)}>
      {level}
    </span>
  );
}

export const hasEnded = (status: RunStatus): boolean => status !== "queued" && status !== "running";
