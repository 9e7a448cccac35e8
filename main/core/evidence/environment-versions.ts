/** What is installed in the managed environment, asked of its own Python. Once for each executable. */
import { execa } from "execa";
import { z } from "zod";

const QUESTION = `
import importlib.metadata as m, json, platform
print(json.dumps({"python": platform.python_version(), "system": platform.system(),
    "packages": {d.metadata["Name"]: d.version for d in m.distributions() if d.metadata["Name"]}}))
`;

const Answer = z.object({
  python: z.string(),
  system: z.string(),
  packages: z.record(z.string(), z.string()),
});
export type EnvironmentVersions = z.infer<typeof Answer>;

const known = new Map<string, Promise<EnvironmentVersions>>();
const SECONDS = 60;

async function ask(python: string): Promise<EnvironmentVersions> {
  const { stdout } = await execa(python, ["-I", "-B", "-c", QUESTION], {
    timeout: SECONDS * 1000,
    maxBuffer: 4_000_000,
    extendEnv: false,
    env: { LC_ALL: "C.UTF-8", PATH: "/usr/bin:/bin" },
    stdin: "ignore",
  });
  const answer = Answer.parse(JSON.parse(stdout));
  return {
    ...answer,
    packages: Object.fromEntries(
      Object.entries(answer.packages).map(([name, version]) => [
        name.toLowerCase().replaceAll(/[._-]+/g, "-"),
        version,
      ]),
    ),
  };
}

export function environmentVersions(python: string): Promise<EnvironmentVersions> {
  const asked = known.get(python) ?? ask(python);
  known.set(python, asked);
  // A failure must not be remembered: the environment may be mended meanwhile.
  asked.catch(() => known.delete(python));
  return asked;
}
