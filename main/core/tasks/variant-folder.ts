/** Where the variants of a task lie in the data folder: another task digest is another shelf. */
import { join } from "node:path";
import type { Language } from "../../../preload/contract/task.ts";
import type { Task } from "./task.ts";

export const variantShelf = (home: string, { id, digest }: Pick<Task, "id" | "digest">): string =>
  join(home, "tasks", id, digest.slice(0, 16));

export const variantFolder = (
  home: string,
  task: Pick<Task, "id" | "digest">,
  variant: number,
  language: Language,
): string => join(variantShelf(home, task), `variant-${variant}-${language}`);
