import { readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, startEmulator } from "@stratus/emulator";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../repository.fixture.js";
import { changeHabits } from "./change-habits.fixture.js";
import { peers } from "./habits.fixture.js";
import { readHabits } from "./read-habits.fixture.js";
import { commandLine } from "./test-host.fixture.js";

const habits = [...readHabits, ...changeHabits];
let emulator: Emulator;
let acme: ReturnType<typeof commandLine>;
let place: Readonly<Record<string, string>>;

beforeAll(async () => {
  emulator = await startEmulator({ sdk: "@svc/cloud", cwd: root });
  const folder = await mkdtemp(join(tmpdir(), "habits-"));
  const [FILE, token] = [join(folder, "disk.yaml"), join(folder, "token")];
  await writeFile(FILE, "metadata: { name: from-file, parentId: p1 }\n");
  const RESOURCES = join(folder, "resources.yaml");
  await writeFile(RESOURCES, "$resource: compute/disk\nmetadata: { name: applied, parentId: p1 }\n");
  await writeFile(token, emulator.issueToken());
  acme = commandLine("@svc/cloud", {
    env: {
      CLOUD_ENDPOINT: emulator.address,
      CLOUD_INSECURE: "true",
      CLOUD_API_DOMAIN: emulator.apiDomain,
    },
  });
  await acme(["login", "--token-file", token]);
  const made = await acme("compute disk create --parent-id p1 --name d1 -o name");
  place = { FILE, RESOURCES, token, DISK: made.out.trim() };
});
afterAll(() => emulator.close());

/** A line as it is typed, with real values. */
const real = (line: string): string =>
  line.replace(/\b(?:DISK|FILE|RESOURCES)\b|(?<=--token-file )token/g, (name) => place[name] ?? name);

const cells = habits.flatMap((row) => peers.map((peer) => ({ row, peer, cell: row.cells[peer] })));

describe("a habit of another command line", () => {
  it("works, or is answered with the exact command to type, and destroys nothing", async () => {
    let count = 0;
    for (const { row, peer, cell } of cells) {
      if (!cell) continue;
      count += 1;
      const [typed, wanted] = [real(cell.typed), real(cell.ours ?? row.ours)];
      // A longer test runs our own commands.
      if (typed === wanted) continue;
      const { code, said } = await acme(typed);
      const answer = /^Type: acme (.*)$/m.exec(said)?.[1];
      if (answer === undefined) expect({ peer, typed, code, said }).toMatchObject({ code: 0 });
      else expect({ typed, answer }).toEqual({ typed, answer: wanted });
    }
    expect(count).toBeGreaterThan(60);
    const methods = new Set(emulator.calls().map(({ method }) => method));
    expect([...methods].filter((method) => /Delete|Update/.test(method))).toEqual([]);
  });
});

/** Returns the table of a page: the tasks for which at least three tools have a command. */
function habitTable(): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;
  const shown = (text: string | undefined): string =>
    text === undefined ? "" : `\`${text.replaceAll("|", "\\|")}\``;
  const head = row(["habit", ...peers, "here"]) + row(["", ...peers, ""].map(() => "---"));
  const common = habits.filter(({ cells }) => peers.filter((peer) => cells[peer] !== undefined).length >= 3);
  const lines = common.map(({ habit, ours, cells }) =>
    row([habit, ...peers.map((peer) => shown(cells[peer]?.theirs.replace(`${peer} `, ""))), shown(ours)]),
  );
  return head + lines.join("");
}

it("are a table on the page of the command line: STRATUS_PAGES=write prints it anew", () => {
  const path = join(root, "docs/reference/habits.md");
  const page = readFileSync(path, "utf8");
  const shown = page.replace(/(?<=<!-- habits -->\n)[^]*?(?=\n<!-- \/habits -->)/, () => `\n${habitTable()}`);
  if (process.env["STRATUS_PAGES"] === "write") writeFileSync(path, shown);
  expect(shown).toBe(page);
  expect(shown).toContain(habitTable());
});
