import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  compileProtos,
  type Outcome,
  requestOf,
  runPlugin,
} from "../../generator/src/plugin/request.fixture.js";
import { type Folder, openFolder, triedCompilers } from "../compile.fixture.js";
import { hardDerivedCases } from "./derived-names.fixture.js";
import { hardFacadeCases } from "./facade-names.fixture.js";
import { hardCases } from "./names.fixture.js";
import { hardServerCases } from "./server-names.fixture.js";
import { hardServiceCases } from "./service-shapes.fixture.js";

const cases = [
  ...hardCases,
  ...hardDerivedCases,
  ...hardFacadeCases,
  ...hardServerCases,
  ...hardServiceCases,
].map((one) => ({ ...one, files: compileProtos(one.protos) }));

/** All rows are compiled together, each in a folder of its own. */
describe("an API that is hard on names", () => {
  const outcomes: Outcome[] = [];
  let folder: Folder;

  beforeAll(async () => {
    folder = await openFolder();
    for (const [index, { files: protos, parameter = "" }] of cases.entries()) {
      const outcome = await runPlugin(requestOf(protos, { parameter: `server=true,${parameter}` }));
      outcomes.push(outcome);
      const files = Object.entries(outcome.files).filter(
        ([path]) => !/^(package|tsconfig)\.json$/.test(path),
      );
      // Imports without an extension are for bundlers; another setting compiles them.
      if (!parameter.includes("import_extension")) {
        await folder.write(Object.fromEntries(files.map(([path, text]) => [`case-${index}/${path}`, text])));
      }
    }
  });

  afterAll(async () => {
    await folder[Symbol.asyncDispose]();
  });

  it.each(cases.map(({ about, holds }, index) => ({ about, holds, index })))(
    "is generated: $about",
    ({ holds, index }) => {
      const { error, files } = outcomes[index]!;
      expect(error).toBe("");
      for (const [path, texts] of Object.entries(holds)) {
        for (const text of texts) expect(files[path]).toContain(text);
      }
    },
  );

  it.each(triedCompilers)("compiles under %s with the strictest settings", async (compiler) => {
    expect(await folder.check(compiler)).toBe("");
  });
});

/** The same without codecs, as far as their parameters go with that. */
describe("messages of an API that is hard on names, without codecs", () => {
  let folder: Folder;

  beforeAll(async () => {
    folder = await openFolder();
    for (const [index, { files: protos }] of cases.entries()) {
      const { files, error } = await runPlugin(requestOf(protos, { parameter: "codec=none" }));
      expect(error).toBe("");
      await folder.write(
        Object.fromEntries(Object.entries(files).map(([path, text]) => [`case-${index}/${path}`, text])),
      );
    }
  });

  afterAll(async () => {
    await folder[Symbol.asyncDispose]();
  });

  it.each(triedCompilers)("compile under %s", async (compiler) => {
    expect(await folder.check(compiler)).toBe("");
  });
});
