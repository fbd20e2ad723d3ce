import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { acmeFile, acmeOptions, generateFrom } from "../request.fixture.js";

const protos = {
  "acme/options.proto": acmeOptions,
  "acme/v1/book.proto": acmeFile(
    'message Book {} service BookService { option (acme.api_service_name) = "b"; rpc Get(Book) returns (Book); }',
  ),
};

describe("the file that says more of a package", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "overlay-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const generateWith = async (text: string) => {
    const path = join(folder, "sdk.package.json");
    await writeFile(path, text);
    return generateFrom(protos, { parameter: `package_name=@acme/books,package_json=${path}` });
  };

  it("says the version of the package, to users and in the user agent, unless the option says one", async () => {
    const { files } = await generateWith('{ "version": "2.1.0" }');
    expect(files["package.json"]).toContain('"version": "2.1.0"');
    expect(files["src/session.ts"]).toContain('version: "2.1.0"');
    expect(files["src/descriptors.ts"]).toContain('version: "2.1.0"');
    const parameter = `package_name=@acme/books,package_version=3.0.0,package_json=${join(folder, "sdk.package.json")}`;
    const { error } = await generateFrom(protos, { parameter });
    expect(error).toContain('"version": The option package_version says a version too. Keep one of them.');
  });

  it("leaves package.json laid out as package managers do that write it again", async () => {
    const { files } = await generateWith(
      '{ "keywords": ["a", "b"], "repository": { "type": "git", "directories": [] } }',
    );
    const text = files["package.json"] ?? "";
    expect(text).toBe(`${JSON.stringify(JSON.parse(text), undefined, 2)}\n`);
  });

  it("has its members in package.json, a description in the place of the generated one", async () => {
    const said = {
      license: "MIT",
      author: { name: "Acme" },
      keywords: ["books", 'with "quotes"'],
      repository: { type: "git", url: "git+https://git.example/acme/books.git" },
      publishConfig: { access: "public", provenance: true },
      description: "Books of Acme",
      private: false,
    };
    const { error, files } = await generateWith(JSON.stringify(said));
    expect(error).toBe("");
    const written = JSON.parse(files["package.json"] ?? "");
    expect(written).toMatchObject({ ...said, name: "@acme/books", version: "0.1.0" });
    expect(files["package.json"]?.match(/"description"/g)).toHaveLength(1);
  });

  it.each([
    ['{ "version": "2" }', '"version": This is not a version. Write one such as 1.2.3.'],
    ['{ "version": 2 }', '"version": This is not a version. Write one such as 1.2.3.'],
    ['{ "exports": {} }', '"exports": The generator decides this member. Leave it out: there is one entry'],
    ['{ "__proto__": 1 }', '"__proto__": The generator decides this member. Leave it out.'],
    ['{ "toString": "kept" }', ""],
    ["[]", "This is not the JSON of a package (it is not an object). Correct it."],
    ["{", "This is not the JSON of a package ("],
  ])("is refused where it says what it cannot: %s", async (text, want) => {
    const { error } = await generateWith(text);
    expect(error).toContain(want);
    expect(error === "").toBe(want === "");
  });

  it("is named by a path that leads to it", async () => {
    const { error } = await generateFrom(protos, { parameter: "package_name=x,package_json=nowhere.json" });
    expect(error).toMatch(
      /^option package_json: The file cannot be read \(.*nowhere\.json.*\)\. Name one by its path/,
    );
  });
});
