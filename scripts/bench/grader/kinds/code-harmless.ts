/** Changes of code that are no fault: nothing may react to them. */
import { withEnding, withPrelude } from "../code-edits.ts";
import type { CodeKind } from "../mutant.ts";

const harmless = (
  id: string,
  says: string,
  verify: CodeKind["verify"],
  change: (solution: string) => string,
): CodeKind => ({
  id: `harmless.${id}`,
  says: `no fault: ${says}`,
  verify,
  plant: ({ solution }) => [{ which: "", must: [], solution: change(solution) }],
});

export const harmlessCodeKinds: readonly CodeKind[] = [
  harmless("code_moved_down", "a long comment stands before the work", "none", (solution) =>
    withPrelude(
      solution,
      Array.from({ length: 25 }, (_, at) => `# Note ${at + 1}: how this came about is told elsewhere.`),
    ),
  ),
  harmless("scratch_file", "a file is written to the temporary folder and read again", "quick", (solution) =>
    withEnding(solution, [
      "import os",
      "import tempfile",
      "with tempfile.TemporaryDirectory() as scratch:",
      '    with open(os.path.join(scratch, "notes.txt"), "w", encoding="utf-8") as notes:',
      '        notes.write("done\\n")',
      '    with open(os.path.join(scratch, "notes.txt"), encoding="utf-8") as notes:',
      "        print(notes.read())",
    ]),
  ),
  harmless("duration_printed", "it is printed how long the work took", "none", (solution) =>
    withEnding(withPrelude(solution, ["import time", "began = time.time()"]), [
      'print(f"took {time.time() - began:.1f} s")',
    ]),
  ),
];
