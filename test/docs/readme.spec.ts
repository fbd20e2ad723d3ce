import { execFileSync } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startEmulator } from "@stratus/emulator";
import { describe, expect, it } from "vitest";
import { buildImage } from "../../convention/src/proto-image.fixture.js";
import { buildPackage } from "../built-package.fixture.js";
import { root } from "../repository.fixture.js";
import { generateNotes, readmeProto } from "./cloud.fixture.js";
import { blocksOf } from "./pages.fixture.js";

const readme = readFileSync(join(root, "README.md"), "utf8");
const blocks = blocksOf("README.md");
const [program, commands] = ["ts", "sh"].map((language) =>
  blocks.find((block) => block.language === language),
);

/** The words of a page without code, tables, comments and the addresses of links. */
const prose = readme
  .replaceAll(/^```[^]*?^```$|^\|.*$|<!--[^]*?-->/gm, "")
  .replaceAll(/\]\([^)]*\)/g, "]")
  .split(/\s+/)
  .filter((word) => /\w/.test(word));

describe("README.md", () => {
  it("is read in a few minutes", () => {
    expect(prose.length).toBeLessThanOrEqual(700);
    expect(readme.split("\n").length).toBeLessThanOrEqual(171);
  });

  it("says on its first screen what this is, shows a proto and its program, and three commands", () => {
    const screen = readme.split("\n").slice(0, 40).join("\n");
    expect(screen).toContain("Stratus generates TypeScript SDKs from Protocol Buffers or OpenAPI.");
    for (const block of [readmeProto(), program?.code, commands?.code]) expect(screen).toContain(block);
    expect(readmeProto().trim().split("\n")).toHaveLength(12);
    expect(program?.code.trim().split("\n")).toHaveLength(8);
    expect(commands?.code.trim().split("\n")).toHaveLength(3);
  });

  it("begins with a program that runs against a server of that proto", async () => {
    await using emulator = await startEmulator({ image: buildImage({ "notes.proto": readmeProto() }) });
    emulator.handle<{ id: string }>("NoteService/Get", ({ id }) => ({ id, text: "milk" }));
    emulator.handle<{ query: string; pageToken: string }>("NoteService/List", ({ query, pageToken }) =>
      pageToken === ""
        ? { notes: [{ text: `${query}, 1 l`, tags: ["shop"] }], nextPageToken: "2" }
        : { notes: [{ text: `${query} again` }] },
    );
    await using sdk = await buildPackage(await generateNotes());
    await mkdir(join(sdk.path, "app/node_modules"), { recursive: true });
    await symlink(sdk.path, join(sdk.path, "app/node_modules/acme-sdk"));
    // Node 20 has no `await using`. Its sessions do not keep a process alive.
    const code = program?.code
      .replace("await using", "const")
      .replace("localhost:50051", emulator.address)
      // Other files of this worker may take longer.
      .replace("5_000", "60_000");
    await writeFile(join(sdk.path, "app/main.mjs"), code ?? "");
    await import(join(sdk.path, "app/main.mjs"));
    expect(emulator.calls().map(({ message }) => message)).toEqual([
      { id: "note-1" },
      { query: "milk" },
      { query: "milk", pageToken: "2" },
    ]);
  });

  it("has a third command that works in a clone", () => {
    const line = commands?.code.trim().split("\n").at(-1)?.replace(/ +#.*/, "").split(" ").slice(2) ?? [];
    const stratus = join(root, "generator/bin/stratus.js");
    const out = execFileSync(process.execPath, [stratus, ...line], {
      cwd: root,
      encoding: "utf8",
      env: { ...process.env, PATH: `${join(root, "node_modules/.bin")}:${process.env["PATH"]}` },
    });
    expect(out).toContain("No findings");
  });

  it("leads contributors to a page of two screens", () => {
    expect(readme).toContain("(CONTRIBUTING.md)");
    const contributing = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");
    expect(contributing.trimEnd().split("\n").length).toBeLessThanOrEqual(80);
  });

  it("compares with four others in ten rows", () => {
    const [, table = ""] = /^## Compared with others\n\n([^]*?)\n\n/m.exec(readme) ?? [];
    const rows = table.split("\n").map((row) => row.split("|").slice(1, -1));
    expect(rows.map((cells) => cells.length)).toEqual(Array.from({ length: 12 }, () => 6));
  });
});
