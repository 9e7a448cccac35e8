import type { TaskSource } from "../core/runs/ports.ts";

/** The bundled tasks, their variants kept in the data folder. Loaded when first needed. */
export function taskSource(home: string): TaskSource {
  return {
    load: async (id) => (await import("../core/tasks/catalogue.ts")).loadTask(id),
    ensureVariant: async (task, variant, language, options) => {
      const { ensureVariant } = await import("../core/tasks/variant.ts");
      return ensureVariant(task, variant, language, { ...options, home });
    },
    reorderedHoldout: async (from, into) => {
      const { reorderedHoldout } = await import("../core/tasks/verification-data.ts");
      await reorderedHoldout(from, into);
    },
  };
}
