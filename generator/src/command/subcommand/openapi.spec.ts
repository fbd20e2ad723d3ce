import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openapiCommand, typedFolder } from "./openapi.js";
import { runCommand } from "./run-command.js";
import { codedError } from "../../../../test/coded-error.js";

const spec = (tag: string): string => `
openapi: 3.1.0
info: { title: Pets, version: "1" }
paths:
  /pets:
    get:
      tags: [${tag}]
      operationId: listPets
      responses:
        "200": { description: OK, content: { application/json: { schema: { type: array, items: { type: string } } } } }
`;

/** Four operations, of two tags and of none. */
const farm = `
openapi: 3.1.0
info: { title: Pets, version: "1" }
paths:
  /pets: { get: { tags: [pets], operationId: listPets, responses: { "204": { description: None } } } }
  /pets/tom: { get: { tags: [pets], operationId: getPet, responses: { "204": { description: None } } } }
  /toys: { get: { tags: [toys], operationId: listToys, responses: { "204": { description: None } } } }
  /health: { get: { operationId: getHealth, responses: { "204": { description: None } } } }
`;

describe("stratus openapi", () => {
  let folder = "";
  let said = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "openapi-"));
    said = "";
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const say = (text: string): void => {
    said += text;
  };
  const run = (...args: readonly string[]): Promise<number> =>
    runCommand([openapiCommand()], ["openapi", ...args], () => "1.0.0", { out: say, error: say });
  const generate = async (text: string, ...more: readonly string[]): Promise<number> => {
    await writeFile(join(folder, "pet-shop.yaml"), text);
    return run(join(folder, "pet-shop.yaml"), "--out", join(folder, "out"), ...more);
  };

  it("writes a package called after the description's file", async () => {
    expect(await generate(spec("pets"))).toBe(0);
    const pack = JSON.parse(await readFile(join(folder, "out/package.json"), "utf8")) as object;
    expect(pack).toMatchObject({ name: "pet-shop", version: "0.1.0" });
    expect(await readFile(join(folder, "out/src/index.ts"), "utf8")).toContain("PetShopClient");
  });

  describe("of a file with a common name", () => {
    const generateFile = async (file: string, title: string, ...more: readonly string[]): Promise<object> => {
      await writeFile(
        join(folder, file),
        spec("pets").replace("title: Pets", `title: ${JSON.stringify(title)}`),
      );
      expect(await run(join(folder, file), "--out", join(folder, "out"), ...more)).toBe(0);
      const { name } = JSON.parse(await readFile(join(folder, "out/package.json"), "utf8")) as {
        name: string;
      };
      const index = await readFile(join(folder, "out/src/index.ts"), "utf8");
      return [name, /export \{ (\w+Client) \}/.exec(index)?.[1]];
    };

    it.each([
      ["openapi.yaml", "Figma API", ["figma-api", "FigmaApiClient"]],
      ["openapi.json", "Pet Store", ["pet-store", "PetStoreClient"]],
      ["swagger.yml", "Café: Orders!", ["cafe-orders", "CafeOrdersClient"]],
      ["openapi.v3.yaml", "A", ["a", "AClient"]],
      ["api-docs.json", "Pets", ["pets", "PetsClient"]],
      // Such titles give no name of a package.
      ["openapi.yaml", "用户服务", ["openapi", "OpenapiClient"]],
      ["openapi.yaml", "3scale", ["openapi", "OpenapiClient"]],
      ["openapi.yaml", "", ["openapi", "OpenapiClient"]],
      // Another name of the file says more than the title may.
      ["pet-shop.yaml", "Figma API", ["pet-shop", "PetShopClient"]],
      ["openapi-petstore.yaml", "Figma API", ["openapi-petstore", "OpenapiPetstoreClient"]],
    ])("%s is called after its title %j: %j", async (file, title, names) => {
      expect(await generateFile(file, title)).toEqual(names);
    });

    it("keeps the name of a package that is there, and that of the option", async () => {
      await generateFile("openapi.yaml", "Figma API");
      expect(await generateFile("openapi.yaml", "Another title")).toEqual(["figma-api", "FigmaApiClient"]);
      expect(await generateFile("openapi.yaml", "Figma API", "--package-name", "@acme/design")).toEqual([
        "@acme/design",
        "DesignClient",
      ]);
    });
  });

  it("says what to do next, once", async () => {
    await generate(spec("pets"));
    expect(said).toContain("npm install && npm run build");
    expect(said).toContain(`${join(folder, "out", "README.md")} begins with a first call`);
    said = "";
    await generate(spec("pets"));
    expect(said).not.toContain("npm install");
  });

  it.each([
    ["sdk", "./sdk"],
    ["./sdk", "./sdk"],
    ["../sdk", "../sdk"],
    ["/tmp/sdk", "/tmp/sdk"],
    ["C:\\sdk", '"C:\\\\sdk"'],
    ["my sdk", '"./my sdk"'],
  ])("says of the folder %s that npm installs %s", (given, typed) => {
    expect(typedFolder(given)).toBe(typed);
  });

  it("takes the package's name, version and the client's name", async () => {
    const names = ["--package-name", "@acme/pets", "--package-version", "2.0.0-rc.1", "--name", "Shop"];
    expect(await generate(spec("pets"), ...names)).toBe(0);
    const pack = JSON.parse(await readFile(join(folder, "out/package.json"), "utf8")) as object;
    expect(pack).toMatchObject({ name: "@acme/pets", version: "2.0.0-rc.1" });
    expect(await readFile(join(folder, "out/src/index.ts"), "utf8")).toContain("ShopClient");
  });

  it.each([
    ["all", [], ["listPets", "getPet", "listToys", "getHealth"]],
    ["a tag", ["--include", "pets"], ["listPets", "getPet"]],
    ["an operation", ["--include", "getPet"], ["getPet"]],
    ["several", ["--include", "getPet", "--include", "toys"], ["getPet", "listToys"]],
    ["a path", ["--include", "/pets*"], ["listPets", "getPet"]],
    ["method and path", ["--include", "GET /pets/*"], ["getPet"]],
    ["all but a tag", ["--exclude", "toys"], ["listPets", "getPet", "getHealth"]],
    ["all but operations by a part of their names", ["--exclude", "get*"], ["listPets", "listToys"]],
    ["a tag but for one of it", ["--include", "pets", "--exclude", "listPets"], ["getPet"]],
  ])("generates of a description what is picked: %s", async (_, options, want) => {
    expect(await generate(farm, ...options)).toBe(0);
    const index = await readFile(join(folder, "out/src/index.ts"), "utf8");
    expect(["listPets", "getPet", "listToys", "getHealth"].filter((name) => index.includes(name))).toEqual(
      want,
    );
    expect(said).toContain(`: ${want.length} operation`);
  });

  it("gives the names of all operations to those that are picked, and to others once they are", async () => {
    await generate(farm, "--include", "toys");
    const lock = await readFile(join(folder, "out/stratus.names.json"), "utf8");
    await generate(farm);
    const grown = await readFile(join(folder, "out/stratus.names.json"), "utf8");
    const { names } = JSON.parse(lock) as { names: { exports: object } };
    expect((JSON.parse(grown) as { names: { exports: object } }).names.exports).toMatchObject(names.exports);
  });

  it.each([
    ["--include", "pet", "--include pet matches no operation"],
    ["--exclude", "/toys/*", "--exclude /toys/* matches no operation"],
    ["--exclude", "*", "No operation is left to generate"],
  ])("refuses what picks nothing: %s %s", async (option, pattern, why) => {
    expect(await generate(farm, option, pattern)).toBe(1);
    expect(said).toContain(why);
    expect(await readdir(folder)).toEqual(["pet-shop.yaml"]);
  });

  it("writes only what has changed, and removes only what it wrote itself and is gone", async () => {
    await generate(spec("pets"));
    await writeFile(join(folder, "out/src/mine.ts"), "export const mine = 1;\n");
    const before = await stat(join(folder, "out/src/runtime/core.ts"));
    await generate(spec("animals"));
    expect((await stat(join(folder, "out/src/runtime/core.ts"))).mtimeMs).toBe(before.mtimeMs);
    expect(await readdir(join(folder, "out/src/operations"))).toEqual(["animals.ts"]);
    expect(await readdir(join(folder, "out/src"))).toContain("mine.ts");
  });

  it("writes the page of the public surface where it is asked to, and removes it again", async () => {
    expect(await generate(spec("pets"), "--api-page")).toBe(0);
    const page = await readFile(join(folder, "out/api.md"), "utf8");
    expect(page).toContain(
      "class Pets {\n  constructor(session: Session);\n  list(options?: CallOptions): Call<string[]>;\n}",
    );
    expect(await generate(spec("pets"))).toBe(0);
    expect(await readdir(join(folder, "out"))).not.toContain("api.md");
  });

  it("joins hand-written modules, and removes them again when they are gone", async () => {
    const more = join(folder, "more");
    await mkdir(more);
    await writeFile(join(more, "index.ts"), "export const answer = 42;\n");
    expect(await generate(spec("pets"), "--extend", more)).toBe(0);
    expect(await readFile(join(folder, "out/src/index.ts"), "utf8")).toContain("./extension/index.js");
    expect(await readFile(join(folder, "out/src/extension/index.ts"), "utf8")).not.toContain(folder);
    expect(await generate(spec("pets"))).toBe(0);
    await expect(stat(join(folder, "out/src/extension/index.ts"))).rejects.toThrow(codedError("ENOENT"));
  });

  it.each([
    [["a.yaml"], 2, "[OPTION_MISSING]"],
    [["--out", "x"], 2, "[ARGUMENT_INVALID]"],
    [["a.yaml", "b.yaml", "--out", "x"], 2, "[ARGUMENT_INVALID]"],
    [["--help"], 0, "--package-name NAME"],
    [["a.yaml", "--out", "x", "--nme", "y"], 2, "[OPTION_UNKNOWN]"],
    [["a.yaml", "--out", "x", "--package-name", "../up"], 2, "[OPTION_INVALID]"],
    [["a.yaml", "--out", "x", "--package-version", "one"], 2, "[OPTION_INVALID]"],
    [["a.yaml", "--out", "x", "--name", "x y"], 2, "[OPTION_INVALID]"],
    [["package.json", "--out", "x", "--deep-lists", "dots"], 2, "[OPTION_INVALID]"],
    [["/nowhere.yaml", "--out", "x"], 1, "[FILE_UNREADABLE]"],
    [["package.json", "--out", "x", "--extend", "/nowhere"], 1, "[FILE_UNREADABLE]"],
  ])("called with %j ends with %i", async (args, code, message) => {
    expect(await run(...args)).toBe(code);
    expect(said).toContain(message);
  });

  it("says where a fault is and goes on, and writes nothing where it is to be strict", async () => {
    const faulty = spec("pets").replace("type: array", "type: list");
    expect(await generate(faulty, "--strict")).toBe(1);
    expect(said).toContain("pet-shop.yaml:10:");
    expect(await readdir(folder)).toEqual(["pet-shop.yaml"]);
    said = "";
    expect(await generate(faulty)).toBe(0);
    expect(said).toContain("pet-shop.yaml:10:");
    expect(said).toMatch(/out: 1 operation, (\d+) files, \1 changed/);
  });
});
