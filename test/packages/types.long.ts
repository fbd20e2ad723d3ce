/** The declarations of packed packages, each entry point by itself, with the types of one platform alone. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compileWith, versions } from "./compilers.fixture.js";
import { openProject, type Project } from "./project.fixture.js";

const packages = [
  "@stratus/runtime",
  "@stratus/convention",
  "@stratus/dynamic-client",
  "@stratus/emulator",
  "@stratus/cli",
  "@stratus/mcp",
  "protoc-gen-stratus",
  "@svc/cloud",
  "@svc/catalogue",
  "@acme/messages",
];

const platforms = [
  { platform: "the DOM", lib: ["es2023", "dom"], types: [] },
  { platform: "Node", lib: ["es2023"], types: ["node"] },
];

let project: Project;
beforeAll(async () => {
  project = await openProject();
}, 600_000);
afterAll(() => project?.remove());

/** The specifiers of the entry points of a package. */
function entriesOf(name: string): string[] {
  const text = readFileSync(join(project.path, "node_modules", name, "package.json"), "utf8");
  const { exports } = JSON.parse(text) as { readonly exports: Readonly<Record<string, unknown>> };
  return Object.keys(exports)
    .filter((entry) => !/\*|\.json$/.test(entry))
    .map((entry) => `${name}${entry.slice(1)}`);
}

describe.each(packages)("each entry point of %s", (name) => {
  it.each(platforms.flatMap((one) => versions.map((version) => ({ ...one, version }))))(
    "compiles with the types of $platform alone, under TypeScript $version",
    { timeout: 600_000 },
    async ({ lib, types, version }) => {
      const entries = entriesOf(name);
      expect(entries.length).toBeGreaterThan(0);
      const files = entries.map(
        (entry, at) => [`entry${at}.ts`, `export * as entry from "${entry}";\n`] as const,
      );
      const compilerOptions = {
        module: "nodenext",
        target: "es2022",
        lib,
        types,
        strict: true,
        noEmit: true,
        skipLibCheck: false,
      };
      // One by one, because one entry point could bring the types that another lacks.
      const wanted = version === "7" ? files : files.slice(0, 1);
      for (const [file, text] of wanted) {
        project.write({
          "package.json": { private: true, type: "module" },
          "tsconfig.json": { compilerOptions, files: [file] },
          [file]: text,
        });
        expect([text, await compileWith(version, project.path)]).toEqual([text, ""]);
      }
    },
  );
});

it("the emulator needs no optional package", () => {
  expect(readdirSync(join(project.path, "node_modules/@bufbuild"))).not.toContain("protovalidate");
});
