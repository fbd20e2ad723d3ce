import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withoutCode } from "../architecture/pages.fixture.js";
import { alarms, fileIn, openDesk, type Desk, type Shown } from "./desk.fixture.js";
import { call, publish } from "./stories.fixture.js";

const top = fileURLToPath(new URL("../../", import.meta.url));

/** What programs of a README are compiled with, in a folder that has no types of Node. */
const strictly = {
  noEmit: true,
  strict: true,
  module: "nodenext",
  target: "es2023",
  lib: ["es2023", "esnext.disposable"],
  skipLibCheck: true,
  types: ["node"],
  typeRoots: [`${top}node_modules/@types`],
};

describe("the first hour, from packed packages in empty folders", () => {
  let desk: Desk;
  let team: string;
  let program: string;
  beforeAll(async () => {
    desk = await openDesk();
    team = (await publish(desk)).folder;
    program = (await call(desk)).folder;
  });
  afterAll(() => desk[Symbol.asyncDispose]());

  const typed = (start: string): Shown => {
    const found = desk.shown.find((one) => one.typed.startsWith(start));
    if (found === undefined) throw new Error(`nobody typed ${start}`);
    return found;
  };

  it("shows nothing that would make a newcomer stop, whatever was typed", () => {
    const ended = desk.shown.map((one) => ({ typed: one.typed, code: one.code, alarms: alarms(one) }));
    expect(ended).toEqual(desk.shown.map((one) => ({ typed: one.typed, code: 0, alarms: [] })));
  });

  it("tells the team what it wrote and what to type next, and the team types that", () => {
    const { out } = typed("npx -p protoc-gen-stratus stratus init");
    expect(out).toContain("Wrote\n  buf.yaml\n  buf.gen.yaml\n");
    const next = [...out.slice(out.indexOf("Next\n")).matchAll(/^ {2}(.*?)(?: {2,}.*)?$/gm)].map(
      ([, one]) => one,
    );
    expect(next).toEqual([
      "npm install",
      "npm run sdk:generate",
      "cd sdk && npm install && npm pack --dry-run",
    ]);
  });

  it("is what README and docs/how-to/generate-a-package.md show: the commands were typed, and buf.gen.yaml was written", () => {
    const block = (page: string, heading: string, language: string): string => {
      const text = fileIn(top, page) ?? "";
      const [, found = ""] =
        new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, "m").exec(text.slice(text.indexOf(heading))) ?? [];
      return found;
    };
    const commands = block("README.md", "## Use it in your repository", "sh").trim().split("\n");
    expect(commands).toHaveLength(4);
    for (const line of commands) typed(line.replace(/ +#.*/, ""));
    expect(fileIn(team, "buf.gen.yaml")).toBe(
      block("docs/how-to/generate-a-package.md", "## Begin a repository", "yaml"),
    );
  });

  it("writes a README whose programs compile", async () => {
    const blocks = [...(fileIn(team, "sdk/README.md") ?? "").matchAll(/^```ts\n([^]*?)^```/gm)].map(
      ([, text = ""]) => text,
    );
    const programs = blocks.filter((text) => text.startsWith("import "));
    expect(programs.length).toBeGreaterThanOrEqual(2);
    const files = programs.map((_, index) => join(team, `sdk/readme-${index}.ts`));
    for (const [index, text] of programs.entries()) await writeFile(files[index] ?? "", text);
    const settings = join(team, "sdk/tsconfig.readme.json");
    await writeFile(settings, JSON.stringify({ compilerOptions: strictly, files }));
    const { stdout } = spawnSync(`${top}node_modules/.bin/tsc`, ["-p", settings], { encoding: "utf8" });
    expect(stdout).toBe("");
    for (const file of [settings, ...files]) await rm(file);
  });

  it("leaves the pages of the project with whoever installs the SDK or the emulator", () => {
    // Links lead elsewhere in a package.
    const withoutLinks = (text = ""): string =>
      text.replaceAll(/\[((?:[^[\]]|\[[^\]]*\])*)\]\([^)]*\)/g, "$1");
    for (const [copy, page] of [
      ["runtime/docs/create-a-session.md", "docs/how-to/create-a-session.md"],
      ["runtime/docs/messages.md", "docs/reference/messages.md"],
      ["emulator/docs/run-the-emulator.md", "docs/how-to/run-the-emulator.md"],
    ] as const)
      expect(withoutLinks(fileIn(program, `node_modules/@stratus/${copy}`))).toBe(
        withoutLinks(fileIn(top, page)),
      );
    expect(fileIn(team, "node_modules/protoc-gen-stratus/docs/generate-a-package.md")).toBeDefined();
    expect(fileIn(program, "node_modules/@stratus/runtime/docs/examples/src/scale-up.spec.ts")).toBeDefined();
  });

  it("leaves no link on those pages that leads nowhere", () => {
    const docs = join(program, "node_modules/@stratus/runtime/docs");
    const found = readdirSync(docs, { recursive: true, encoding: "utf8" }).filter((path) =>
      path.endsWith(".md"),
    );
    expect(found.length).toBeGreaterThan(15);
    const broken = found.flatMap((page) => {
      const text = withoutCode(fileIn(docs, page) ?? "");
      const links = [...text.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)].map(([, link = ""]) => link);
      return links.filter((link) => !existsSync(join(docs, dirname(page), link))).map((link) => [page, link]);
    });
    expect(broken).toEqual([]);
  });

  it("packs an SDK that is whole: built, with its licence and its changelog", () => {
    const { out, error } = typed("cd sdk && npm install && npm pack --dry-run");
    const listed = `${out}\n${error}`;
    for (const file of [
      "LICENSE",
      "CHANGELOG.md",
      "README.md",
      "dist/index.js",
      "dist/types/notes/v1/index.d.ts",
    ])
      expect(listed).toContain(` ${file}\n`);
    expect(listed).not.toContain(".stratus-files");
    expect(JSON.parse(fileIn(team, "sdk/package.json") ?? "")).toMatchObject({
      name: "acme-sdk",
      license: "UNLICENSED",
      devDependencies: { typescript: expect.any(String) },
    });
    expect(desk.registry.published).toEqual(["acme-sdk@0.1.0"]);
  });

  it("packs an SDK in which publint and attw find nothing", () => {
    const [pack] = JSON.parse(
      execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--loglevel=error"], {
        cwd: `${team}/sdk`,
        encoding: "utf8",
      }),
    ) as [{ filename: string }];
    for (const [command, ...args] of [
      ["publint", "run", `${team}/sdk/${pack.filename}`, "--strict"],
      ["attw", `${team}/sdk/${pack.filename}`, "--profile", "esm-only"],
    ] as const) {
      execFileSync(`${top}tools/node_modules/.bin/${command}`, args, { stdio: "pipe" });
    }
  });

  it("keeps what is not generated when it generates again", () => {
    expect(fileIn(team, "sdk/LICENSE")).toBe("All rights reserved.\n");
    expect(fileIn(team, "sdk/CHANGELOG.md")).toContain("# Changelog");
    expect(fileIn(team, "sdk/package-lock.json")).toBeDefined();
    expect(fileIn(team, "sdk/dist/index.js")).toBeDefined();
  });

  it("lets the developer call the local cloud by the line that it printed", () => {
    expect(typed("export ACME_TOKEN=").out).toBe("hello [ 'new' ]\n");
  });

  it("lets the developer test without an account", () => {
    expect(typed("node --test").out).toMatch(/# pass 1\n/);
    expect(fileIn(program, "node_modules/@stratus/emulator/package.json")).toBeDefined();
  });
});
