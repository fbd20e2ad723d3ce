import { codedError } from "../../../test/coded-error.js";
import { describe, expect, it } from "vitest";
import { checkedResponse } from "./header-check.js";

describe("the metadata of a response", () => {
  it("holds what gRPC can carry, in its order", () => {
    const metadata = checkedResponse([
      ["X-A", "1"],
      ["x-a", "2"],
      ["etag", "3"],
      ["x-b-bin", Uint8Array.of(4)],
    ]);
    expect([...metadata]).toEqual([
      ["x-a", "1"],
      ["x-a", "2"],
      ["etag", "3"],
      ["x-b-bin", Uint8Array.of(4)],
    ]);
  });

  it.each<[string, Parameters<typeof checkedResponse>[0], string]>([
    ["a header of the connection", { Connection: "close" }, "belongs to HTTP itself"],
    ["the length of the message", { "content-length": "7" }, "belongs to HTTP itself"],
    ["a second value of a single one", { location: ["a", "b"] }, "one value of this name"],
    ["a name of gRPC", { "grpc-message": "x" }, "belong to gRPC itself"],
    ["a line break", { "x-a": "a\nsecret" }, "position 1 cannot be sent"],
    ["too much of it", { "x-a": "secret".repeat(4_000) }, "more than 16000 bytes"],
  ])("refuses %s, without its value", (_, metadata, want) => {
    expect(() => checkedResponse(metadata)).toThrow(codedError("METADATA_INVALID", want));
    expect(() => checkedResponse(metadata)).not.toThrow("secret");
  });
});
