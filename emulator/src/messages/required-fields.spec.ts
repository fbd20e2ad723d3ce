import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import { FileOptionsSchema, UninterpretedOption_NamePartSchema } from "@bufbuild/protobuf/wkt";
import { expect, it } from "vitest";
import { findMissingRequired } from "./required-fields.js";

/** The parts of a name have two required fields. */
const whole = create(UninterpretedOption_NamePartSchema, { namePart: "a", isExtension: false });
const half = create(UninterpretedOption_NamePartSchema, { namePart: "b" });

it.each<[title: string, options: MessageInitShape<typeof FileOptionsSchema>, want: string | undefined]>([
  ["none in a message that has them all", { uninterpretedOption: [{ name: [whole, whole] }] }, undefined],
  ["none if no message is there", {}, undefined],
  [
    "the one that a message in a list lacks",
    { uninterpretedOption: [{}, { name: [whole, half] }] },
    "uninterpreted_option.1.name.1.is_extension",
  ],
])("of the required fields, %s is missing", (_, options, want) => {
  expect(findMissingRequired(reflect(FileOptionsSchema, create(FileOptionsSchema, options)))).toBe(want);
});
