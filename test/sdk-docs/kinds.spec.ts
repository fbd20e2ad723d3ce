import { beforeAll, describe, expect, it } from "vitest";
import { openFolder } from "../compile.fixture.js";
import { generateLibrary } from "../docs/cloud.fixture.js";
import { generateFrom } from "../../generator/src/plugin/request.fixture.js";
import { plainProtos } from "../plain/plain.fixture.js";
import { compilerFiles, programsOf, type Files } from "./pages.fixture.js";

/** Whether the program of llms.txt, and the examples of all pages, compile beside the package. */
async function problemsOf(files: Files, name: string): Promise<string> {
  const docs = Object.fromEntries(
    Object.entries(files).filter(([path]) => /^docs\/.*\.md$/.test(path) && !path.endsWith("types.md")),
  );
  await using folder = await openFolder();
  const sources = Object.fromEntries(Object.entries(files).map(([path, text]) => [`sdk/${path}`, text]));
  const programs = programsOf({ ...docs, "docs/llms": files["llms.txt"] ?? "" });
  expect(Object.keys(programs).length).toBeGreaterThan(1);
  await folder.write({ ...sources, ...programs, ...compilerFiles(name) });
  return await folder.check("TypeScript 7");
}

describe("the documentation of an API that follows AIP", () => {
  let files: Files;
  beforeAll(async () => {
    files = await generateLibrary("docs=true");
  });

  it("has programs that compile", async () => {
    expect(await problemsOf(files, "@acme/library")).toBe("");
  });

  it.each(["README.md", "llms.txt", "llms/library/v1/Library.txt", "docs/library/v1/Library.md"])(
    "%s shows how to change a resource",
    (path) => {
      expect(files[path]).toMatch(/modifyBook/);
      expect(files[path]).not.toMatch(/reset ?mask/i);
    },
  );
});

describe("the documentation of plain gRPC", () => {
  let files: Files;
  beforeAll(async () => {
    const { files: written, error } = await generateFrom(plainProtos, {
      parameter: "package_name=acme,docs=true",
    });
    expect(error).toBe("");
    files = written;
  });

  it("has programs that compile", async () => {
    expect(await problemsOf(files, "acme")).toBe("");
  });

  it("tells language models of a first call, streams, errors and mocks", () => {
    const text = files["llms.txt"] ?? "";
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
