import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findSdk, type Sdk } from "@stratus/dynamic-client";
import { expect } from "vitest";
import { corpusSmall, googleProtos } from "../../bench/src/corpus.js";
import { requestOf, runPlugin } from "../../generator/src/plugin/request.fixture.js";
import { generateRestClient } from "../../generator/src/rest/generate-rest-client.js";
import { Api, type ApiOptions } from "../../mcp/src/calls/api.js";
import { buildPackage, type BuiltPackage } from "../built-package.fixture.js";
import { buildGoogle } from "../corpus/google.fixture.js";
import { github, textOf, type WorldDocument, worldDocuments } from "../openapi/world/documents.fixture.js";

/** The package of a set of Google's APIs, by gRPC. */
export async function googlePackage(): Promise<BuiltPackage> {
  const parameter = "package_name=@acme/google,session_name=Google,guide=true,strip_prefix=google";
  const { files, error } = await runPlugin(requestOf(buildGoogle(corpusSmall), { parameter }));
  expect(error).toBe("");
  return buildPackage(files);
}

/** The package of GitHub's API, by REST. */
export const gitHubPackage = (): Promise<BuiltPackage> => restPackage("GitHub", github);

/** The package of Figma's API, by REST. */
export const figmaPackage = (): Promise<BuiltPackage> => restPackage("Figma", document("@figma/"));

/** The package of ShipEngine's API, by REST. */
export const shipEnginePackage = (): Promise<BuiltPackage> =>
  restPackage("ShipEngine", document("shipengine-openapi"));

function document(start: string): WorldDocument {
  const found = worldDocuments().find(({ name }) => name.startsWith(start));
  if (!found) throw new Error(`no document begins with ${start}`);
  return found;
}

async function restPackage(name: string, document: WorldDocument): Promise<BuiltPackage> {
  const names = { packageName: `@acme/${name.toLowerCase()}`, packageVersion: "1.0.0", name };
  const { files } = await generateRestClient({ file: document.file, text: textOf(document) }, names, {
    hasGuide: true,
  });
  return buildPackage(Object.fromEntries(files.map((file) => [file.path, file.text])));
}

function clones(): string {
  const folder = process.env["STRATUS_AGENT_APIS"];
  if (folder !== undefined) return folder;
  throw new Error(
    "STRATUS_AGENT_APIS is not set: clone nebius/api (as nebius-api), bufbuild/protovalidate and temporalio/api (as temporal-api)",
  );
}

/** The package of a cloud platform that follows the convention, of which `STRATUS_AGENT_APIS` has a clone. */
export const platformPackage = (): Promise<BuiltPackage> =>
  clonePackage("Platform", "nebius", {
    nebius: join(clones(), "nebius-api/nebius"),
    buf: join(clones(), "protovalidate/proto/protovalidate/buf"),
    "google/rpc": join(googleProtos, "google/rpc"),
  });

/** The package of Temporal's API, which follows no convention, and of which `STRATUS_AGENT_APIS` has a clone. */
export const temporalPackage = (): Promise<BuiltPackage> =>
  clonePackage("Temporal", "temporal", {
    temporal: join(clones(), "temporal-api/temporal"),
    nexusannotations: join(clones(), "temporal-api/nexusannotations"),
    "google/api": join(googleProtos, "google/api"),
  });

/** Generates a package of the protos in a folder, with others that they import. */
async function clonePackage(
  name: string,
  root: string,
  folders: Readonly<Record<string, string>>,
): Promise<BuiltPackage> {
  const place = mkdtempSync(join(tmpdir(), "stratus-protos-"));
  try {
    for (const [to, from] of Object.entries(folders)) cpSync(from, join(place, to), { recursive: true });
    const protos = buildGoogle([root], place);
    const generate = protos
      .map((file) => file.name)
      .filter((file) => Object.keys(folders).some((to) => to !== "buf" && file.startsWith(`${to}/`)));
    const parameter = `package_name=@acme/${name.toLowerCase()},session_name=${name},guide=true,strip_prefix=${root}`;
    const { files, error } = await runPlugin(requestOf(protos, { parameter, generate }));
    expect(error).toBe("");
    return await buildPackage(files);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** Opens a server of a package, which calls nothing. */
export async function apiOf({ path }: BuiltPackage, options: Partial<ApiOptions> = {}): Promise<Api> {
  const sdk: Sdk = await findSdk(path, "/");
  return new Api({ sdk, settings: {}, env: {}, userAgent: "acme/1", writeLog: () => undefined, ...options });
}
