import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { blocksOf } from "../docs/pages.fixture.js";
import { findRuntimes } from "../runtimes/runtimes.js";
import { alarms, fileIn, openDesk, type Desk, type Shown } from "./desk.fixture.js";
import { isShown, typePage } from "./page.fixture.js";
import { typedPages, type TypedPage } from "./typed-pages.fixture.js";

const top = fileURLToPath(new URL("../../", import.meta.url));
const pnpm = "npx --yes pnpm@10.34.9";

/** The words of pnpm for those of npm that install. */
const byPnpm = (line: string): string =>
  line
    .replaceAll(/\bnpm install(?= --save-dev | [@\w])/g, `${pnpm} add`)
    .replaceAll(/\bnpm install\b/g, `${pnpm} install`);

/** Node says of the flag for Jest that it is experimental, and pnpm that it runs no scripts of packages. */
const isOthers = (line: string): boolean =>
  /ExperimentalWarning: VM Modules|node --trace-warnings|^╭ Warning ─/.test(line);

describe("the commands of README and docs, typed in empty folders", { timeout: 900_000 }, () => {
  let desk: Desk;
  beforeAll(async () => {
    const others = findRuntimes();
    const bins = others
      .filter(({ title }) => /^(?:Bun|Deno)/.test(title))
      .map(({ command }) => dirname(command));
    desk = await openDesk({ bins, packages: ["generated/cloud", "generated/catalogue"] });
  }, 900_000);
  afterAll(() => desk[Symbol.asyncDispose](), 120_000);

  const read = async (typedPage: TypedPage, installer: "npm" | "pnpm"): Promise<void> => {
    const { page, given = [], files, folder: name = "" } = typedPage;
    const folder = join(await desk.folder(`${page.replaceAll("/", "-")}-${installer}`), name);
    mkdirSync(folder, { recursive: true });
    for (const [from, to] of Object.entries(files ?? {})) {
      mkdirSync(dirname(join(folder, to)), { recursive: true });
      cpSync(join(top, from), join(folder, to), { recursive: true });
    }
    desk.stop();
    const before = desk.shown.length;
    const instead = installer === "pnpm" ? byPnpm : undefined;
    for (const line of given) await desk.type(folder, instead?.(line) ?? line);
    const compared = await typePage(desk, folder, page, instead === undefined ? {} : { instead });
    const typed = desk.shown.slice(before);
    console.log(timesOf(`${page}, by ${installer}`, typed));
    for (const one of typed) {
      const left = alarms(one).filter((line) => !isOthers(line));
      expect({ ...one, ms: 0, alarms: left }).toEqual({ ...one, ms: 0, code: 0, alarms: [] });
    }
    for (const one of compared)
      expect(isShown(one), `${page} says\n${one.said}\nand was shown\n${one.shown}`).toBe(true);
  };

  it.each(typedPages)("of $page work by npm", (typed) => read(typed, "npm"));

  it.each(typedPages.filter(({ byPnpm: too }) => too))("of $page work by pnpm", (typed) =>
    read(typed, "pnpm"),
  );

  it("leave the pages where the README of an SDK says they are", () => {
    for (const [installer, place] of [
      ["npm", "node_modules"],
      ["pnpm", "node_modules/.pnpm/node_modules"],
    ] as const) {
      const folder = join(desk.place, `generated-cloud-README.md-${installer}`);
      expect(fileIn(folder, `${place}/@stratus/runtime/docs/time-limits.md`)).toBeDefined();
      expect(fileIn(folder, `${place}/@stratus/runtime/docs/examples/README.md`)).toBeDefined();
    }
  });

  it("of the workflow among the examples work, step after step", async () => {
    const folder = await desk.folder("workflow");
    const [program] = blocksOf("docs/how-to/run-the-emulator.md").filter(
      ({ file }) => file === "first-call.mjs",
    );
    writeFileSync(join(folder, "first-call.mjs"), program?.code ?? "");
    writeFileSync(
      join(folder, "package.json"),
      JSON.stringify({ private: true, scripts: { test: "node --test" } }),
    );
    await desk.type(folder, "npm install @svc/cloud && npm install --save-dev @stratus/emulator");
    const { jobs } = parse(readFileSync(join(top, "examples/programs/workflow.yml"), "utf8")) as Workflow;
    const env: Record<string, string> = { GITHUB_ENV: join(folder, "environment") };
    for (const { run } of jobs.test.steps) {
      if (run === undefined) continue;
      writeFileSync(join(folder, "step.sh"), `set -e\n${run}\necho "the step is over"\nwait\n`);
      if (run.includes("&\n")) await desk.start(folder, "sh step.sh", /the step is over/, env);
      else expect(await desk.type(folder, "sh step.sh", env)).toMatchObject({ code: 0 });
      const lines = (fileIn(folder, "environment") ?? "").split("\n").filter((line) => line.includes("="));
      for (const line of lines) env[line.slice(0, line.indexOf("="))] = line.slice(line.indexOf("=") + 1);
    }
    expect(desk.shown.at(-1)?.out).toContain("vm-1 8\n");
  });
});

/** What is read of a workflow. */
interface Workflow {
  readonly jobs: { readonly test: { readonly steps: readonly { readonly run?: string }[] } };
}

/** How long each command took. */
function timesOf(title: string, typed: readonly Shown[]): string {
  return [
    title,
    ...typed.map(({ typed: line, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${line}`),
  ].join("\n");
}
