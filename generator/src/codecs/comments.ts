import type {
  DescEnum,
  DescEnumValue,
  DescField,
  DescFile,
  DescMessage,
  DescOneof,
} from "@bufbuild/protobuf";
import { docBlock, type Code } from "../code/code.js";

/** Numbers of the fields of descriptors that lead to an element. */
const fields = { messages: 4, enums: 5, nested: 3, nestedEnums: 4, fields: 2, oneofs: 8, values: 2 } as const;

/** What has a comment in the code of messages. */
export type Documented = DescMessage | DescField | DescOneof | DescEnum | DescEnumValue;

/** Gives the doc comment of an element, empty where there is nothing to say. */
export type DocOf = (element: Documented) => Code;

/** The doc comments of a file's messages and enums, and of what is in them. */
export function docsOf(file: DescFile, deprecationOf: (element: Documented) => string | undefined): DocOf {
  const comments = indexComments(file);
  return (element) =>
    docBlock({
      text: comments.size === 0 ? "" : (comments.get(pathOf(element)) ?? ""),
      deprecated: deprecationOf(element),
    });
}

/** Comments by the path of their element. Most locations have none, and most have no need of a path then. */
function indexComments(file: DescFile): ReadonlyMap<string, string> {
  const comments = new Map<string, string>();
  for (const { path, leadingComments, trailingComments } of file.proto.sourceCodeInfo?.location ?? []) {
    if (leadingComments === "" && trailingComments === "") continue;
    const key = path.join(".");
    if (comments.has(key)) continue;
    comments.set(key, leadingComments.trim() === "" ? trailingComments : leadingComments);
  }
  return comments;
}

function pathOf(element: Documented): string {
  switch (element.kind) {
    case "message":
      return element.parent
        ? inside(element.parent, fields.nested, element.parent.proto.nestedType.indexOf(element.proto))
        : `${fields.messages}.${element.file.proto.messageType.indexOf(element.proto)}`;
    case "enum":
      return element.parent
        ? inside(element.parent, fields.nestedEnums, element.parent.proto.enumType.indexOf(element.proto))
        : `${fields.enums}.${element.file.proto.enumType.indexOf(element.proto)}`;
    case "field":
      return inside(element.parent, fields.fields, element.parent.proto.field.indexOf(element.proto));
    case "oneof":
      return inside(element.parent, fields.oneofs, element.parent.proto.oneofDecl.indexOf(element.proto));
    case "enum_value":
      return inside(element.parent, fields.values, element.parent.values.indexOf(element));
  }
}

function inside(parent: DescMessage | DescEnum, field: number, index: number): string {
  return `${pathOf(parent)}.${field}.${index}`;
}
