import { create, toBinary } from "@bufbuild/protobuf";
import type { Metadata } from "@grpc/grpc-js";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { libraryFiles } from "../../convention/src/aip/library.fixture.js";
import { openCloud, type TestCloud } from "../../emulator/src/emulator.fixture.js";
import { compileProtos } from "../../generator/src/plugin/request.fixture.js";

let cloud: TestCloud;
beforeAll(async () => {
  const set = create(FileDescriptorSetSchema, { file: compileProtos(libraryFiles()) });
  cloud = await openCloud({ image: toBinary(FileDescriptorSetSchema, set), anyAuthority: true });
});
beforeEach(() => cloud.emulator.reset());
afterAll(() => cloud[Symbol.asyncDispose]());

const yaml = "$resource: library/library\nname: shelves/s/books/b\ntitle: Emma\n";

describe("resources of an API that follows AIP", () => {
  it("are seeded and exported by their names", async () => {
    expect(await cloud.emulator.seedText(yaml)).toEqual({ created: 1, replaced: 0 });
    expect(await cloud.must("Library/GetBook", { name: "shelves/s/books/b" })).toMatchObject({
      title: "Emma",
    });
    expect(await cloud.emulator.export()).toContain("title: Emma");
    await expect(cloud.emulator.seedText(yaml.replace("shelves/s/", ""))).rejects.toThrow(
      /its name "books\/b" must be one of /,
    );
  });

  it("are refused by rules in the shape of AIP: an ErrorInfo, and a QuotaFailure", async () => {
    cloud.emulator.setRules({
      deny: [{ methods: ["library/library/delete-book"], roles: ["viewer"] }],
      quota: [{ resource: "library/library", perParent: 1 }],
    });
    await cloud.emulator.seedText(yaml);
    const authorization = `Bearer ${cloud.emulator.issueToken({ role: "viewer" })}`;
    const denied = await cloud.call("Library/DeleteBook", { name: "shelves/s/books/b" }, { authorization });
    expect(denied.code).toBe("PERMISSION_DENIED");
    expect(detailTypes(denied.trailers)).toEqual(["google.rpc.ErrorInfo"]);
    const create = (parent: string) =>
      cloud.call("Library/CreateBook", { parent, bookId: "c", book: { title: "Persuasion" } });
    const full = await create("shelves/s");
    expect([full.code, full.message]).toEqual([
      "RESOURCE_EXHAUSTED",
      'the quota of library/library in "shelves/s" is 1',
    ]);
    expect(detailTypes(full.trailers)).toEqual(["google.rpc.QuotaFailure", "google.rpc.ErrorInfo"]);
    expect((await create("shelves/t")).code).toBe("OK");
    cloud.emulator.setRules({});
    expect((await create("shelves/s")).code).toBe("OK");
  });
});

/** The types of the details of a status. */
function detailTypes(trailers: Metadata | undefined): string[] {
  const [bytes] = trailers?.get("grpc-status-details-bin") ?? [];
  return [...String(bytes).matchAll(/type\.googleapis\.com\/([\w.]+)/g)].map(([, type = ""]) => type);
}
