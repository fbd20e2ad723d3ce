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
import type { GuideEnum, GuideMessage } from "../../../kit/guide/types.js";
import type { Page } from "../../../kit/render/page.js";
import { sentenceOf } from "../../../kit/text/sentence.js";
import { entryName } from "../entry-name.js";
import type { DocsPackage } from "./docs-package.js";
import type { DocsSource } from "./docs-source.js";
import { deprecationText, fieldViews, limitsOf } from "./fields.js";
import { folderOf } from "./places.js";

/** The types of a proto package, each with its fields or values. */
export function typesPage({ name, directory, messages, enums }: DocsPackage, from: DocsSource): Page {
  const { index, places, folder, types } = from;
  const path = places.types(name);
  const linkOf = places.linksFrom(folder ?? folderOf(path));
  return {
    path,
    template: "sdk/docs/[package]/types.md",
    view: {
      /** Full name of the proto package. */
      packageName: name !== "" && plainName(name),
      entry: entryName(index.package.name, directory),
      types: [
        ...messages.map(([typeName, one]) => ({
          ...typeView(typeName, one, linkOf),
          message: {
            fields: fieldViews(one, types, linkOf),
            hasFields: one.fields.length > 0,
            limits: limitsOf(one).length > 0 && proseLine(sentenceOf(limitsOf(one)), linkOf),
          },
          values: false,
        })),
        ...enums.map(([typeName, one]) => ({
          ...typeView(typeName, one, linkOf),
          message: false,
          values: valueViews(one, linkOf),
        })),
      ],
    },
  };
}

function typeView(typeName: string, { type, text, deprecated }: GuideMessage | GuideEnum, linkOf: LinkOf) {
  const written = prose(text, linkOf);
  return {
    name: identifier(type ?? ""),
    typeName: plainName(typeName),
    text: written !== "" && written,
    deprecated: deprecated !== undefined && deprecationText(deprecated, linkOf),
  };
}

function valueViews({ values }: GuideEnum, linkOf: LinkOf) {
  return values.map(({ name, property = name, number, text, deprecated }) => ({
    name: code`\`${propertyName(property)}\``,
    number: json(number),
    text: withDeprecation(deprecated, proseLine(text, linkOf), linkOf),
  }));
}

function withDeprecation(deprecated: string | undefined, text: Code, linkOf: LinkOf): Code {
  return deprecated === undefined ? text : code`${deprecationText(deprecated, linkOf)} ${text}`;
}
