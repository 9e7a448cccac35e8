/** Making the data of a variant; it goes on while the user looks elsewhere. */
import { useSyncExternalStore } from "react";
import type { ErrorBody } from "../../preload/contract/error.ts";
import type { ParamsOf } from "../../preload/contract/methods.ts";
import type { KeptVariant } from "../../preload/contract/task.ts";
import { failureOf } from "./failure.ts";

type Wanted = ParamsOf<"tasks.generate">;

export type VariantWork =
  | { readonly state: "making"; readonly since: number }
  | { readonly state: "made"; readonly kept: KeptVariant }
  | { readonly state: "failed"; readonly failure: ErrorBody };

const works = new Map<string, VariantWork>();
const listeners = new Set<() => void>();
const keyOf = ({ id, variant, language }: Wanted) => `${id} ${variant} ${language ?? ""}`;

function change(wanted: Wanted, work: VariantWork): void {
  works.set(keyOf(wanted), work);
  for (const listener of listeners) listener();
}

export async function makeVariant(wanted: Wanted): Promise<void> {
  if (works.get(keyOf(wanted))?.state === "making") return;
  change(wanted, { state: "making", since: Date.now() });
  try {
    const kept = await window.workbench.call("tasks.generate", wanted);
    change(wanted, { state: "made", kept });
  } catch (error) {
    change(wanted, { state: "failed", failure: failureOf(error) });
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useVariantWork = (wanted: Wanted): VariantWork | null =>
  useSyncExternalStore(subscribe, () => works.get(keyOf(wanted)) ?? null);
