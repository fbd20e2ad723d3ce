import type { FileDescriptorProto } from "@bufbuild/protobuf/wkt";
import { beforeAll, describe, expect, it } from "vitest";
import { requestOf, runPlugin, type Outcome } from "../../generator/src/plugin/request.fixture.js";
import { expectCompiles, triedCompilers } from "../compile.fixture.js";
import { buildGoogle, isWhole, source } from "./google.fixture.js";

describe("APIs that were not written for us", () => {
  let files: FileDescriptorProto[];
  let outcome: Outcome;

  beforeAll(async () => {
    files = buildGoogle(source.folders, source.place);
    outcome = await runPlugin(requestOf(files, { parameter: "session_name=Google" }));
  });

  // Of the smaller set every service says where it is.
  it.runIf(isWhole)("are called at the session's endpoint where no option says where a service is", () => {
    const client = outcome.files["google/datastore/admin/v1beta1/datastore_admin.ts"] ?? "";
    expect(client).toContain("Endpoint: the session's `endpoint`.");
  });

  it("are generated, every one of them", () => {
    expect(outcome.error).toBe("");
    const services = files.flatMap((file) => file.service.map((service) => service.name));
    const clients = Object.values(outcome.files).flatMap(
      (text) => text.match(/^export class \w+Client \{/gm) ?? [],
    );
    expect(clients).toHaveLength(services.length);
    expect(services.length).toBeGreaterThan(isWhole ? 30 : 20);
  });

  it.each(triedCompilers)("compile under %s with the strictest settings", async (compiler) => {
    await expectCompiles(outcome.files, compiler);
  });
});
