import { loadGuide, type Guide, type GuideModules } from "@stratus/runtime/guide";
import { expect, it } from "vitest";
import { generateRestClient } from "../../generator/src/rest/generate-rest-client.js";
import { buildFolder } from "../compile.fixture.js";
import { github, textOf } from "../openapi/world/documents.fixture.js";

const names = { packageName: "@acme/hub", packageVersion: "1.2.3", name: "Hub" };

/** The files of a guide, without the client. */
const guideOf = (
  files: readonly { readonly path: string; readonly text: string }[],
): Record<string, string> =>
  Object.fromEntries(
    files
      .filter(({ path }) => /^src\/(?:runtime\/)?guide\//.test(path))
      .map(({ path, text }) => [path, text]),
  );

it("a guide of more than a thousand operations names nothing that it does not describe", async () => {
  const description = { file: github.name, text: textOf(github) };
  const { files, operations } = await generateRestClient(description, names, { hasGuide: true });
  expect(operations).toBeGreaterThan(1000);
  await using folder = await buildFolder(guideOf(files));
  const built = await folder.load<{
    readonly guide: Guide;
    readonly modules: GuideModules;
  }>("src/guide/index.js");
  for (const { module } of built.guide.services) {
    const { file: part, messages, enums } = await loadGuide(built.modules, module);
    const named = [
      ...part.services.flatMap(({ methods }) =>
        methods.flatMap(({ request, response, pages }) => [request, response?.type, pages?.type]),
      ),
      ...[...messages.values()].flatMap(({ fields }) => fields.map(({ type }) => type)),
    ];
    const missing = named.filter((one) => one !== undefined && !messages.has(one) && !enums.has(one));
    expect(missing, module).toEqual([]);
  }
  const index = files.find(({ path }) => path === "src/guide/index.ts")?.text ?? "";
  expect(index.length / operations).toBeLessThan(150);
});
