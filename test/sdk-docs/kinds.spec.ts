import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { generateFrom } from "../../generator/src/plugin/request.fixture.js";
import { buildPackage } from "../built-package.fixture.js";
import { openFolder } from "../compile.fixture.js";
import { generateLibrary } from "../docs/cloud.fixture.js";
import { plainProtos } from "../plain/plain.fixture.js";
import { compilerFiles, programsOf, type Files } from "./pages.fixture.js";

let library: Files;
let plain: Files;
beforeAll(async () => {
  library = await generateLibrary("docs=true");
  const { files, error } = await generateFrom(plainProtos, { parameter: "package_name=acme,docs=true" });
  expect(error).toBe("");
  plain = files;
});

/** Files in a folder. */
const inside = (folder: string, files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));

/** The programs of the pages of services, and of llms.txt. */
function programs(name: string, files: Files): Files {
  const pages = Object.entries(files).filter(
    ([path]) => /^docs\/.*\.md$/.test(path) && !path.endsWith("types.md"),
  );
  return programsOf(inside(`docs/${name}`, { ...Object.fromEntries(pages), llms: files["llms.txt"] ?? "" }));
}

it("the documentation of APIs that follow AIP, and of plain gRPC, has programs that compile", async () => {
  const examples = { ...programs("library", library), ...programs("plain", plain) };
  expect(Object.keys(examples).length).toBeGreaterThan(5);
  await using folder = await openFolder();
  await folder.write({
    ...inside("sdk", library),
    ...inside("plain", plain),
    ...examples,
    ...compilerFiles("@acme/library", { acme: "plain" }),
  });
  expect(await folder.check("TypeScript 7")).toBe("");
});

it.each(["README.md", "llms.txt", "llms/library/v1/Library.txt", "docs/library/v1/Library.md"])(
  "%s of an API that follows AIP shows how to change a resource",
  (path) => {
    expect(library[path]).toMatch(/modifyBook/);
    expect(library[path]).not.toMatch(/reset ?mask/i);
  },
);

it("llms.txt of an API with operations of AIP-151 describes handlers that work", async () => {
  const files = await generateLibrary("docs=true,example=library.v1.Shelves");
  const [, success = "", failure = ""] =
    /`(\(\) => \(.*?\))` answers with an operation that has succeeded, and `(.*?)` with one/.exec(
      files["llms.txt"] ?? "",
    ) ?? [];
  await using built = await buildPackage(files);
  await writeFile(
    join(built.path, "main.mjs"),
    `import { mock, packAny } from "./dist/index.js";
    import { Shelf as TheType, ShelvesClient } from "./dist/library/v1/index.js";
    const create = (createShelf) => mock(ShelvesClient, { createShelf }).createShelf({ shelf: { theme: "a" } });
    export const created = await (await create(${success})).result();
    export const failure = await create(() => ({ done: true, result: ${failure} })).then((it) => it.wait()).catch((it) => it);`,
  );
  const { created, failure: error } = (await import(join(built.path, "main.mjs"))) as Record<string, object>;
  expect(created).toHaveProperty("theme", "");
  expect(error).toMatchObject({ code: "INTERNAL", text: "..." });
});

describe("llms.txt of plain gRPC", () => {
  it("tells of a first call, streams, errors and mocks", () => {
    const text = plain["llms.txt"] ?? "";
    expect(text).toContain('console.log(await client.sayHello({ name: "..." }));');
    expect([...text.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual([
      "Install",
      "First call",
      "Streams",
      "Errors, retries and JSON",
      "Headers and attempts",
      "Test",
      "hello",
    ]);
    expect(text).toContain("mock(GreeterClient, { sayHello: () => ({}) })");
  });
});
