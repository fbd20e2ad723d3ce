import { describe, expect, expectTypeOf, it } from "vitest";
import { oneofValue } from "./oneof.js";

type Source = { $case: "imageId"; value: string } | { $case: "sizeBytes"; value: bigint };
const source = (one?: Source): Source | undefined => one;

describe("the value of a oneof's member", () => {
  it("is there when the member is the one that is set", () => {
    const id = oneofValue(source({ $case: "imageId", value: "image-1" }), "imageId");
    expect(id).toBe("image-1");
    expectTypeOf(id).toEqualTypeOf<string | undefined>();
    expect(oneofValue(source({ $case: "sizeBytes", value: 0n }), "sizeBytes")).toBe(0n);
  });

  it("is undefined when another member is set, or none", () => {
    expect(oneofValue(source({ $case: "sizeBytes", value: 1n }), "imageId")).toBeUndefined();
    expect(oneofValue(source(), "imageId")).toBeUndefined();
    // @ts-expect-error there is no such member
    expect(oneofValue(source(), "imageFamily")).toBeUndefined();
  });
});
