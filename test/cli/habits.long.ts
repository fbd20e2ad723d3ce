import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Branded, openBranded } from "./branded.fixture.js";
import { changeHabits } from "./change-habits.fixture.js";
import { readHabits } from "./read-habits.fixture.js";
import { commandLine } from "./test-host.fixture.js";

const habits = [...readHabits, ...changeHabits];
let acme: Branded;
let place: Readonly<Record<string, string>>;

beforeAll(async () => {
  acme = await openBranded();
  const [FILE, token] = [join(acme.folder, "disk.yaml"), join(acme.folder, "token")];
  writeFileSync(FILE, "metadata: { name: from-file, parentId: p1 }\n");
  const RESOURCES = join(acme.folder, "resources.yaml");
  writeFileSync(RESOURCES, "$resource: compute/disk\nmetadata: { name: applied, parentId: p1 }\n");
  writeFileSync(token, acme.env["CLOUD_TOKEN"] ?? "");
  place = { FILE, RESOURCES, token };
});
afterAll(() => acme[Symbol.asyncDispose]());

beforeEach(async () => {
  // Within this process, since each process takes a second on a busy machine.
  const here = commandLine("@svc/cloud", { env: acme.env });
  await here(["login", "--token-file", place["token"] ?? ""]);
  await here("compute disk delete --all --parent-id p1 --yes --at-most 9");
  const { out } = await here("compute disk create --parent-id p1 --name d1 -o name");
  place = { ...place, DISK: out.trim() };
});

/** A line as it is typed in a shell, with real values. */
const real = (line: string): string =>
  line
    .replace(/\b(?:DISK|FILE|RESOURCES)\b|(?<=--token-file )token/g, (name) => place[name] ?? name)
    .replace(/\S*[[\]{}*"|]\S*/g, (word) => `'${word}'`);

/** Runs a line in a pseudo-terminal (script of util-linux). */
async function inTerminal(
  line: string,
  answer = "",
): Promise<{ readonly code: number | null; readonly screen: string }> {
  const env = { ...acme.env, TERM: "xterm-256color", EDITOR: "true", COLUMNS: "120" };
  const child = spawn("script", ["-qec", line, "/dev/null"], { cwd: acme.folder, env });
  let [screen, isAnswered] = ["", false];
  child.stdout.on("data", (data) => {
    screen += String(data);
    if (answer !== "" && !isAnswered && screen.includes("[y/N] ")) {
      isAnswered = true;
      child.stdin.write(`${answer}\n`);
    }
  });
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, screen };
}

describe("a habit, in a pseudo-terminal", () => {
  it.each(habits.map(({ habit, ours, answer }) => [habit, ours, answer] as const))(
    "%s: acme %s",
    async (_, ours, answer) => {
      const { code, screen } = await inTerminal(`acme ${real(ours)}`, answer);
      expect({ code, screen }).toMatchObject({ code: answer === undefined ? 0 : 2 });
      expect(screen.includes("error:")).toBe(answer !== undefined);
    },
  );

  it("has titles and states in color, and none with NO_COLOR", async () => {
    expect((await inTerminal("acme compute disk list --parent-id p1")).screen).toContain("\u001B[1mNAME");
    const plain = await inTerminal("NO_COLOR=1 acme compute disk list --parent-id p1");
    expect(plain.screen).toContain("NAME");
    expect(plain.screen).not.toContain("\u001B[1m");
  });
});
