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
import { github, textOf } from "../openapi/world/documents.fixture.js";

/** The package of a set of Google's APIs, by gRPC. */
export async function googlePackage(): Promise<BuiltPackage> {
  const parameter = "package_name=@acme/google,session_name=Google,guide=true,strip_prefix=google";
  const { files, error } = await runPlugin(requestOf(buildGoogle(corpusSmall), { parameter }));
  expect(error).toBe("");
  return buildPackage(files);
}

/** The package of GitHub's API, by REST. */
export async function gitHubPackage(): Promise<BuiltPackage> {
  const names = { packageName: "@acme/github", packageVersion: "1.0.0", name: "GitHub" };
  const { files } = await generateRestClient({ file: github.file, text: textOf(github) }, names, {
    hasGuide: true,
  });
  return buildPackage(Object.fromEntries(files.map((file) => [file.path, file.text])));
}

/** The package of a cloud platform that follows the convention, of which `STRATUS_AGENT_APIS` has a clone. */
export async function platformPackage(): Promise<BuiltPackage> {
  const clones = process.env["STRATUS_AGENT_APIS"];
  if (clones === undefined)
    throw new Error(
      "STRATUS_AGENT_APIS is not set: clone nebius/api (as nebius-api) and bufbuild/protovalidate",
    );
  const place = mkdtempSync(join(tmpdir(), "stratus-platform-"));
  try {
    cpSync(join(clones, "nebius-api/nebius"), join(place, "nebius"), { recursive: true });
    cpSync(join(clones, "protovalidate/proto/protovalidate/buf"), join(place, "buf"), { recursive: true });
    cpSync(join(googleProtos, "google/rpc"), join(place, "google/rpc"), { recursive: true });
    const protos = buildGoogle(["nebius"], place);
    const generate = protos.map(({ name }) => name).filter((name) => /^(?:nebius|google\/rpc)\//.test(name));
    const parameter = "package_name=@acme/platform,session_name=Platform,guide=true,strip_prefix=nebius";
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
