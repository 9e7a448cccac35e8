/** Which mutants of code are executed: every kind in every task, the styles by turns, the same choice every time. */
import { expect, test } from "vitest";
import { type Candidate, sampled } from "../../../scripts/bench/grader/sampling.ts";

const names = (prefix: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${prefix}${at + 1}`);

const candidates = (
  kinds: readonly string[],
  tasks: readonly string[],
  styles: readonly string[],
): readonly Candidate[] =>
  kinds.flatMap((kind) => tasks.flatMap((task) => styles.map((style) => ({ kind, task, style }))));

const STYLES = ["script", "chain", "masks", "functions"];
const all = candidates(names("kind", 40), names("task", 13), STYLES);
const chosen = sampled(all, { every: false });

test("each kind is executed once in each task", () => {
  expect(chosen.length).toBe(40 * 13);
  expect(new Set(chosen.map(({ kind, task }) => `${kind} ${task}`)).size).toBe(40 * 13);
});

test("every style meets every kind in some task", () => {
  expect(new Set(chosen.map(({ kind, style }) => `${kind} ${style}`)).size).toBe(40 * STYLES.length);
});

test("a further kind changes nothing of what was chosen for the others", () => {
  const more = sampled([...candidates(["another"], names("task", 13), STYLES), ...all], { every: false });
  const known = new Set(chosen.map((one) => JSON.stringify(one)));
  expect(
    more.filter(({ kind }) => kind !== "another").filter((one) => !known.has(JSON.stringify(one))),
  ).toEqual([]);
});

test("a style is only chosen where the kind has a place in it", () => {
  const sparse = all.filter(({ kind, style }) => kind !== "kind1" || style === "masks");
  const styles = sampled(sparse, { every: false }).flatMap((one) =>
    one.kind === "kind1" ? [one.style] : [],
  );
  expect(new Set(styles)).toEqual(new Set(["masks"]));
});

test("several places in one solution are all executed", () => {
  const twice = [...candidates(["kind1"], ["task1"], STYLES), ...candidates(["kind1"], ["task1"], STYLES)];
  expect(sampled(twice, { every: false }).length).toBe(2);
});

test("no kind is executed a second time before every kind was executed once", () => {
  expect(new Set(chosen.slice(0, 40).map(({ kind }) => kind)).size).toBe(40);
});

test("a dear kind is executed in so many tasks and no more", () => {
  const few = sampled(all, { every: false, atMost: { kind1: 3 } });
  expect(few.filter(({ kind }) => kind === "kind1").length).toBe(3);
  expect(few.filter(({ kind }) => kind === "kind2").length).toBe(13);
});

test("with every style wanted, nothing is left out", () => {
  expect(sampled(all, { every: true }).length).toBe(all.length);
});
