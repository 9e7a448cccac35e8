/** Why a run was told to stop; carried as the reason of its AbortSignal. */
export type StopReason = "cancelled" | "interrupted";

export const stopReasonOf = (signal: AbortSignal): StopReason | null => {
  if (!signal.aborted) return null;
  return signal.reason === "interrupted" ? "interrupted" : "cancelled";
};

export const stopSentence: Readonly<Record<StopReason, string>> = {
  cancelled: "Cancelled by the user.",
  interrupted: "The workbench was closed in the middle of this run.",
};
