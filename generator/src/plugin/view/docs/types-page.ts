import type { Package } from "../../model/api.js";
import type { GuideType } from "../../model/guide.js";
import {
  code,
  identifier,
  json,
  plainName,
  propertyName,
  prose,
  proseLine,
  type Code,
  type LinkOf,
} from "../../../kit/code/code.js";
import type { Page } from "../../../kit/render/page.js";
import { entryName } from "../entry-name.js";
import { sentenceOf } from "../../../kit/text/sentence.js";
import type { DocsSource } from "./docs-source.js";
import { deprecationText, fieldViews } from "./fields.js";
import { folderOf } from "./places.js";

/** The types of a proto package, each with its fields or values. */
export function typesPage({ name, directory }: Package, from: DocsSource): Page {
  const { guide, places, options, folder } = from;
  const path = places.types(name);
  const linkOf = places.linksFrom(folder ?? folderOf(path));
  const types = [...guide.types.values()].filter((one) => one.packageName === name);
  return {
    path,
    template: "sdk/docs/[package]/types.md",
    view: {
      /** Full name of the proto package. */
      packageName: name !== "" && plainName(name),
      entry: entryName(options.packageName ?? "", directory),
      types: types.map((one) => typeView(one, linkOf)),
    },
  };
}

function typeView(type: GuideType, linkOf: LinkOf) {
  const text = prose(type.text, linkOf);
  return {
    name: identifier(type.type.name),
    typeName: plainName(type.typeName),
    text: text !== "" && text,
    deprecated: type.deprecated !== undefined && deprecationText(type.deprecated, linkOf),
    message: type.kind === "message" && {
      fields: fieldViews(type, linkOf),
      hasFields: type.fields.length > 0,
      limits: type.limits.length > 0 && proseLine(sentenceOf(type.limits), linkOf),
    },
    values:
      type.kind === "enum" &&
      type.values.map(({ name, number, text: written, deprecated }) => ({
        name: code`\`${propertyName(name)}\``,
        number: json(number),
        text: withDeprecation(deprecated, proseLine(written, linkOf), linkOf),
      })),
  };
}

function withDeprecation(deprecated: string | undefined, text: Code, linkOf: LinkOf): Code {
  return deprecated === undefined ? text : code`${deprecationText(deprecated, linkOf)} ${text}`;
}
