import { describe, expect, it } from "vitest";
import { acmeFile, acmeOptions, generateFrom } from "../../generator/src/plugin/request.fixture.js";

const parameter = "codec=none";

describe("an API of which only messages are wanted", () => {
  it("needs no service, and no endpoint of those that it has", async () => {
    const bare = await generateFrom(
      { "acme/v1/a.proto": 'syntax = "proto3"; package acme.v1; message M { string id = 1; }' },
      { parameter },
    );
    expect(bare.error).toBe("");
    expect(Object.keys(bare.files)).toEqual([
      ".stratus-files",
      "acme/v1/a.ts",
      "acme/v1/index.ts",
      "descriptors.ts",
      "index.ts",
    ]);
    const unrouted = await generateFrom(
      {
        "acme/options.proto": acmeOptions,
        "acme/v1/a.proto": acmeFile("message M {} service S { rpc Update(M) returns (M); }"),
        "acme/v1/service.proto": acmeFile("service T { rpc Do(M) returns (M); }", ["acme/v1/a.proto"]),
      },
      { parameter },
    );
    expect(unrouted.error).toBe("");
    // A file of services alone has nothing to write.
    expect(Object.keys(unrouted.files)).toEqual(Object.keys(bare.files));
    expect(unrouted.files["acme/v1/a.ts"]).toContain("export const M: MessageTable<M>");
  });

  it("is narrowed to what chosen services take and give", async () => {
    const { files, error } = await generateFrom(
      {
        "acme/options.proto": acmeOptions,
        "acme/v1/a.proto": acmeFile("message A {} service S { rpc Do(A) returns (A); }"),
        "acme/v1/b.proto": acmeFile("message B {} service T { rpc Do(B) returns (B); }"),
      },
      { parameter: `${parameter},services=acme.v1.S` },
    );
    expect(error).toBe("");
    expect(Object.keys(files).filter((path) => path.includes("/b"))).toEqual([]);
    expect(files["acme/v1/a.ts"]).toContain("interface A");
  });

  it("is refused where it has none", async () => {
    const { error } = await generateFrom(
      { "acme/v1/a.proto": 'syntax = "proto3"; package acme.v1;' },
      { parameter },
    );
    expect(error).toContain("The files to generate have no message and no enum");
  });
});
