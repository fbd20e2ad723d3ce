import type { DescEnum, DescEnumValue, DescField, DescMessage, DescOneof } from "@bufbuild/protobuf";
import { docBlock, type Code } from "../code/code.js";
import { createSource } from "../source/source.js";

/** What has a comment in the code of messages. */
export type Documented = DescMessage | DescField | DescOneof | DescEnum | DescEnumValue;

/** Gives the doc comment of an element, empty where there is nothing to say. */
export type DocOf = (element: Documented) => Code;

/** The doc comments of messages and enums, and of what is in them. */
export function docsOf(deprecationOf: (element: Documented) => string | undefined): DocOf {
  const source = createSource();
  return (element) => docBlock({ text: source.comment(element), deprecated: deprecationOf(element) });
}
