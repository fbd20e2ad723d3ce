import { expect, it } from "vitest";
import { generateRestClient, type GenerateOptions } from "../rest/generate-rest-client.js";
import { runtimeVersion } from "../rest/runtime-version.js";
import type { SdkFiles } from "../surface/sdk-files.js";
import { diffSdks } from "./diff.js";

const document = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Books", version: "1" },
  paths: { "/books": { get: { operationId: "listBooks", responses: { 204: { description: "" } } } } },
});

async function client(change: (text: string) => string, options: GenerateOptions = {}): Promise<SdkFiles> {
  const { files } = await generateRestClient(
    { file: "books.json", text: document },
    { packageName: "@acme/books", packageVersion: "1.0.0", name: "Books" },
    options,
  );
  return { label: "client", files: new Map(files.map(({ path, text }) => [path, change(text)])) };
}

it("a new version of the runtime in a REST client is one line, and a patch", async () => {
  const old = await client((text) => text.replace(/ from runtime \d+, /, " from runtime 0, "));
  const { changes, step } = await diffSdks(old, await client((text) => text));
  expect([changes.map(({ sentences, cause }) => [sentences, cause]), step]).toEqual([
    [[[`Carried runtime 0 -> ${runtimeVersion}`], "generator"]],
    "patch",
  ]);
});

it("a REST client that another generator wrote is generated again with the entries that it has", async () => {
  const entries = { hasGuide: true, hasTesting: true, hasStandardSchema: true };
  const older = (text: string): string =>
    text.replace("`stratus openapi` 0.1.0;", "`stratus openapi` 0.0.9;");
  const { changes } = await diffSdks(await client(older, entries), await client((text) => text, entries));
  expect(changes).toEqual([]);
});
