import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { openFolder } from "../compile.fixture.js";
import { generateCloud, generateLibrary, generateNotes } from "./cloud.fixture.js";
import { blocksIn, type Block } from "./pages.fixture.js";
import { modulesOf, onPages, type Module } from "./typescript.fixture.js";

const top = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Blocks for an SDK that was generated with more than the usual options: they import what only that one has. */
const needsOptions = ({ code }: Block): boolean => /\/server";|type \w+Json }/.test(code);

const blocks = blocksIn("ts").filter(({ notRun, linesOf }) => notRun === undefined && linesOf === undefined);

function modules(fit: (block: Block) => boolean): Module[] {
  const all = [...new Set(blocks.map(({ page }) => page))].flatMap((page) =>
    modulesOf(blocks.filter((block) => block.page === page)),
  );
  return all.filter(({ block }) => fit(block));
}

const settings = {
  target: "es2023",
  lib: ["es2023", "esnext.disposable"],
  module: "nodenext",
  types: ["node"],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  skipLibCheck: true,
};

/** The package of docs/how-to/generate-from-openapi.md, as its command writes it. */
function writePetStore(folder: string): void {
  const args = [
    "api/pet-store.yaml",
    "--extend",
    "api/pet-store",
    "--lazy-groups",
    "--out",
    `${folder}/pet-store`,
  ];
  const command = [top("generator/bin/stratus.js"), "openapi", ...args, "--package-name", "@acme/pet-store"];
  execFileSync(process.execPath, command, { cwd: top("test/docs"), stdio: "ignore" });
}

async function compile(
  folders: Readonly<Record<string, Readonly<Record<string, string>>>>,
  paths: Readonly<Record<string, readonly string[]>>,
  written: readonly Module[],
): Promise<string> {
  await using folder = await openFolder();
  writePetStore(folder.path);
  // What the index of docs/how-to/generate-from-openapi.md exports stands beside it.
  await folder.write({
    "chip-number.ts": readFileSync(top("test/docs/api/pet-store/chip-number.ts"), "utf8"),
  });
  for (const [name, files] of Object.entries(folders))
    await folder.write(
      Object.fromEntries(Object.entries(files).map(([path, text]) => [`${name}/${path}`, text])),
    );
  await folder.write(Object.fromEntries(written.map(({ path, text }) => [path, text])));
  await folder.write({
    "tsconfig.json": JSON.stringify({ compilerOptions: { ...settings, paths }, include: ["*.ts", "*.mts"] }),
  });
  return onPages(await folder.check("TypeScript 7"), written);
}

describe("the blocks of TypeScript in README and docs", () => {
  it("compile as they stand, with the imports above them", async () => {
    const messages = await generateCloud("codec=none", "@svc/cloud-messages");
    const written = modules((block) => !needsOptions(block));
    const said = await compile(
      { messages, library: await generateLibrary(), notes: await generateNotes() },
      {
        "@svc/cloud-messages": ["./messages/src/index.ts"],
        "@svc/cloud-messages/*": ["./messages/src/*/index.ts"],
        "@acme/library": ["./library/src/index.ts"],
        "@acme/library/*": ["./library/src/*/index.ts"],
        "acme-sdk": ["./notes/src/index.ts"],
        "acme-sdk/*": ["./notes/src/*/index.ts"],
        "@acme/pet-store": ["./pet-store/src/index.ts"],
        "@acme/pet-store/*": ["./pet-store/src/*.ts"],
        "@stratus/example-catalogue-server": [top("examples/catalogue-server/dist/server.d.ts")],
      },
      written,
    );
    expect(said).toBe("");
  });

  it("compile for an SDK with servers and types of JSON, where they are of one", async () => {
    const cloud = await generateCloud("session_name=Cloud,server=true,json_types=true");
    const written = modules(needsOptions);
    expect(written.length).toBeGreaterThanOrEqual(2);
    const paths = {
      "@svc/cloud": ["./cloud/src/index.ts"],
      "@svc/cloud/*/server": ["./cloud/src/*/index.server.ts"],
      "@svc/cloud/*": ["./cloud/src/*/index.ts"],
    };
    expect(await compile({ cloud }, paths, written)).toBe("");
  });
});
