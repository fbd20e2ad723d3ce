import { describe, expect, it } from "vitest";
import { codedError } from "../../../../test/coded-error.js";
import { pairByPlace } from "../../messages/mask/elements/known-origins.js";
import { defineEnum } from "../../messages/table/enum-type.js";
import { fields } from "../../messages/table/field-text.js";
import { fill } from "../../messages/table/fill.js";
import type { Properties } from "../../messages/table/field-access.js";
import { defineMessage, type MessageType } from "../../messages/wire/message-type.js";
import { rejectMissingProperties } from "./missing-properties.js";

interface Box {
  size: number;
  pick?: { $case: "mode"; value: number } | { $case: "note"; value: string } | undefined;
  inner?: Box | undefined;
}

const Mode = defineEnum({ ONE: 1 });
const BoxType: MessageType<Box> = defineMessage<Box>(
  "acme.v1.Box",
  ([size, mode, inner]) => ({ size, mode, inner }),
  () => undefined,
  () => fields`
    int32 size = 1
    ${Mode} mode = 2 oneof=pick closed
    string note = 3 oneof=pick
    ${BoxType} inner = 4
  `,
);

/** A box of size 1 whose member is a mode that this SDK does not know. */
const read = (): Box => BoxType.decode(Buffer.from("08011009", "hex"));

function check(returned: Box, before = read()): void {
  const after = fill(BoxType, returned) as unknown as Properties;
  const origins = pairByPlace(BoxType, after, returned);
  const level = { table: BoxType, before: before as never, after, path: [], isReplaced: false };
  rejectMissingProperties({ given: new Set(), sources: origins, knownOrigins: new Map() }, level);
}

describe("a returned copy of a message whose oneof has an enum number that this SDK does not know", () => {
  it("is refused if it went through JSON, which says nothing of the member", () => {
    expect(() => check({ size: 1, pick: undefined })).toThrow(
      codedError(
        "RETURN_VALUE_INVALID",
        /returned lacks the fields that this SDK does not know: spread the object/,
      ),
    );
  });

  it("is refused also if only a message inside went through JSON", () => {
    const outer = { size: 1, inner: read() };
    expect(() => check({ ...outer, inner: { size: 1, pick: undefined } }, outer)).toThrow(
      codedError("RETURN_VALUE_INVALID", /has a new inner without the fields/),
    );
  });

  it.each<[title: string, returned: Box]>([
    ["keeps the member", { ...read(), size: 2 }],
    ["clears the member", { ...read(), pick: undefined }],
    ["sets another member", { size: 1, pick: { $case: "note", value: "n" } }],
  ])("%s if it says so", (_, returned) => {
    expect(() => check(returned)).not.toThrow();
  });
});
