import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readExtensionFolder } from "../../generator/src/command/folder/extension-folder.js";
import type { ExtensionSource } from "../../generator/src/rest/read/extension.js";
import { compile, expectCompiled, generate, problemsOf, specOf } from "./package.fixture.js";

afterAll(expectCompiled);

const spec = specOf({
  Car: {
    type: "object",
    required: ["plate"],
    properties: { plate: { type: "string" }, arrived: { type: "string", format: "date-time" } },
  },
});

/** An extension of these files. */
const extend = (files: Readonly<Record<string, string>>, readme = ""): ExtensionSource => ({
  folder: "api/garage",
  files: Object.entries(files).map(([path, text]) => ({ path, text })),
  readme,
});

const plates = extend(
  {
    "index.ts": `export { parsePlate, type Plate } from "./plates/plate.js";\nexport * from "./labels.js";\n`,
    "labels.ts": `import { isCar, type Car } from "@acme/api";
/** What a sign says of a car. */
export const labelOf = (car: Car): string => (isCar(car) ? \`car \${car.plate}\` : "no car");
`,
    "plates/plate.ts": `import { labelOf } from "../labels.js";
export interface Plate { readonly district: string; readonly label: string }
export function parsePlate(plate: string): Plate { return { district: plate.slice(0, 2), label: labelOf({ plate }) }; }
`,
  },
  "# Plates\n\n`parsePlate` reads a plate.\n",
);

describe("an extension", () => {
  it("joins the package: its modules see the generated ones, its index is exported, its README is read", async () => {
    const usage = `
import { labelOf, parsePlate, type Car, type Plate } from "./index.js";
export const use = (car: Car): readonly [Plate, string] => [parsePlate(car.plate), labelOf(car)];
`;
    const built = await compile(spec, usage, plates);
    const { parsePlate } = (await built.load("index.js")) as { parsePlate: (plate: string) => unknown };
    expect(parsePlate("HH-1")).toEqual({ district: "HH", label: "car HH-1" });
    expect(built.text("README.md")).toMatch(/\n\n# Plates\n\n`parsePlate` reads a plate\.\n$/);
    expect(built.text("src/extension/plates/plate.ts")).toMatch(
      /^\/\* eslint-disable \*\/\n\/\* @generated \*\/\n\/\* Copied by `stratus openapi` from garage\/plates\/plate\.ts\. DO NOT EDIT\. \*\/\n/,
    );
  });

  it("changes nothing else of the package", async () => {
    const [plain, extended] = await Promise.all([generate(spec), generate(spec, plates)]);
    const texts = new Map(extended.map(({ path, text }) => [path, text]));
    const changed = plain.filter(({ path, text }) => texts.get(path) !== text).map(({ path }) => path);
    expect(changed).toEqual(["README.md", "src/index.ts"]);
    expect(plain.find(({ path }) => path === "src/index.ts")?.text).not.toContain("extension");
  });

  it.each<[string, Record<string, string>, string]>([
    [
      "has no entry",
      { "plate.ts": "export {};\n" },
      "api/garage: The extension has no index.ts. Add an index.ts",
    ],
    [
      "is no TypeScript",
      { "index.ts": "export const a = 1;\nexport const = 2;\n" },
      "api/garage/index.ts:2:14: This is not valid TypeScript: ",
    ],
    [
      "needs another package",
      { "index.ts": 'import "./a.js";\nexport const x = 1;\n', "a.ts": '\nimport ky from "ky";\nky();\n' },
      'api/garage/a.ts:2:16: "ky" is another package, and a REST client has no dependencies',
    ],
    [
      "needs Node",
      { "index.ts": 'export const load = () => import("node:fs");\n' },
      '"node:fs" is another package',
    ],
    [
      "needs a package whose name begins like its own",
      { "index.ts": 'export { a } from "@acme/api-more";\n' },
      '"@acme/api-more" is another package',
    ],
    [
      "leads out of its folder",
      { "index.ts": 'export * from "./a/../../b.js";\n' },
      '"./a/../../b.js" is outside the folder of the extension',
    ],
    [
      "needs a file that is not there",
      { "index.ts": 'export type { A } from "./a.js";\n' },
      '"./a.js" does not exist',
    ],
    [
      "names a file without its extension",
      { "index.ts": 'export * from "./a";\n', "a.ts": "export {};\n" },
      '"./a" does not exist. Import a file of the extension, with the extension .js',
    ],
    [
      "has a default export",
      { "index.ts": "export default 1;\n" },
      "index.ts:1:1: The extension has a default export",
    ],
    [
      "has a name of the client's",
      { "index.ts": "export class AcmeClient {}\n" },
      "The extension exports AcmeClient, which the package already exports",
    ],
    [
      "has a name of the runtime's, behind other files",
      { "index.ts": 'export * from "./a.js";\n', "a.ts": "export interface Session {}\n" },
      "api/garage/a.ts:1:1: The extension exports Session, which the package already exports. Give it another name",
    ],
    [
      "has a name of the API's, in a pattern",
      { "index.ts": "export const { isCar, others: [label = 1] } = JSON.parse('');\n" },
      "The extension exports isCar, which",
    ],
  ])("that %s is refused, with the place", async (_, files, message) => {
    expect(await problemsOf(spec, extend(files))).toContain(message);
  });

  it("tells all that is wrong at once", async () => {
    const files = { "index.ts": 'import "ky";\nimport "./no.js";\nexport default 1;\n' };
    expect((await problemsOf(spec, extend(files))).split("\n")).toHaveLength(3);
  });

  it("cannot break out of the comment that says where it comes from", async () => {
    const files = await generate(spec, {
      folder: "a/*\u2028/ evil() /*",
      files: [{ path: "index.ts", text: "export const a = 1;\n" }],
      readme: "",
    });
    const text = files.find(({ path }) => path === "src/extension/index.ts")?.text ?? "";
    expect(text.replace(/^(?:\/\*[^*]*\*\/\n)+/, "")).toBe("export const a = 1;\n");
  });
});

describe("the folder of an extension", () => {
  const lay = async (
    files: Readonly<Record<string, string>>,
  ): Promise<AsyncDisposable & { folder: string }> => {
    const folder = await mkdtemp(join(tmpdir(), "extension-"));
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
  };

  it("gives its modules, and leaves out tests and what else lies there", async () => {
    await using laid = await lay({
      "index.ts": "1",
      "a/b.ts": "2",
      "README.md": "read",
      "a/README.md": "not me",
      "index.spec.ts": "3",
      "a/b.test.ts": "4",
      "a.fixture.ts": "5",
      "types.d.ts": "6",
      "tsconfig.json": "{}",
      "node_modules/x/index.ts": "7",
    });
    expect(await readExtensionFolder(laid.folder)).toEqual({
      folder: laid.folder,
      readme: "read",
      files: [
        { path: "a/b.ts", text: "2" },
        { path: "index.ts", text: "1" },
      ],
    });
  });

  it("is named where it cannot be read", async () => {
    await using laid = await lay({});
    await expect(readExtensionFolder(join(laid.folder, "none"))).rejects.toThrow(join(laid.folder, "none"));
  });
});
