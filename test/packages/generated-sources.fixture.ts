import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { libraryFiles } from "../../convention/src/aip/library.fixture.js";
import { compileProtos, requestOf, runPlugin } from "../../generator/src/plugin/request.fixture.js";
import { generateRestClient } from "../../generator/src/rest/generate-rest-client.js";
import { plainProtos } from "../plain/plain.fixture.js";

const top = fileURLToPath(new URL("../../", import.meta.url));

/** Files by path. */
export type Sources = Readonly<Record<string, string>>;

/** What generates sources of every kind, by a name. */
export const generated: readonly (readonly [kind: string, make: () => Promise<Sources>])[] = [
  ["the sample of gRPC", async () => readFolder("generated/cloud/src")],
  ["the sample of REST", async () => readFolder("generated/catalogue/src")],
  ["messages alone", () => fromProtos(readFolder("test/corpus/protos"), "codec=none")],
  [
    "codecs and types of JSON",
    () => fromProtos(readFolder("test/corpus/protos"), "clients=false,json_types=true"),
  ],
  ["AIP", () => fromProtos(libraryFiles(), "session_name=Library,guide=true")],
  ["plain gRPC", () => fromProtos(plainProtos, "session_name=Acme,guide=true,server=true")],
  ...[
    "3.1/json/petstore",
    "3.1/json/train-travel",
    "3.1/json/schema-types",
    "3.1/json/webhooks",
    "3.1/json/security",
    "3.0/json/polymorphism",
    "3.0/json/schema-validation",
    "3.0/json/file-uploads",
    "3.0/json/star-trek",
  ].map((name) => [`REST: ${name}`, () => fromDescription(name)] as const),
];

function readFolder(folder: string): Sources {
  const names = readdirSync(join(top, folder), { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => /\.(?:ts|proto)$/.test(name));
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(top, folder, name), "utf8")]));
}

async function fromProtos(protos: Sources, parameter: string): Promise<Sources> {
  const file = compileProtos(protos);
  const generate = file.map(({ name }) => name).filter((name) => !name.startsWith("google/"));
  const { files, error } = await runPlugin(requestOf(file, { parameter, generate }));
  if (error !== "") throw new Error(error);
  return files;
}

async function fromDescription(name: string): Promise<Sources> {
  const file = join(top, `node_modules/@readme/oas-examples/${name}.json`);
  const { files } = await generateRestClient(
    { file, text: readFileSync(file, "utf8") },
    { packageName: "@acme/client", packageVersion: "1.0.0", name: "Acme" },
    { hasGuide: true, hasTesting: true, hasOpenTelemetry: true, hasStandardSchema: true },
  );
  return Object.fromEntries(files.map(({ path, text }) => [path, text]));
}
