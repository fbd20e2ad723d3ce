import {
  code,
  identifier,
  joined,
  json,
  plainName,
  propertyName,
  prose,
  proseLine,
  type FindLink,
} from "../../../kit/code/code.js";
import type { GuideEnum, GuideMessage } from "../../../kit/guide/types.js";
import type { Page } from "../../../kit/render/page.js";
import { toSentence } from "../../../kit/text/sentence.js";
import { entryName } from "../entry-name.js";
import type { DocsPackage } from "./docs-package.js";
import type { DocsSource } from "./docs-source.js";
import { declaredText, deprecationText, fieldViews, listLimits, sinceText } from "./fields.js";
import { pageFolder } from "./places.js";

/** The types of a proto package, each with its fields or values. */
export function typesPage({ name, directory, messages, enums }: DocsPackage, from: DocsSource): Page {
  const { index, places, types } = from;
  const path = places.types(name);
  const linkOf = places.linksFrom(pageFolder(path));
  return {
    path,
    template: "sdk/docs/[package]/types.md",
    view: {
      /** Full name of the proto package. */
      packageName: name !== "" && plainName(name),
      entry: entryName(index.package.name, directory),
      types: [
        ...messages.map(([typeName, one]) => ({
          ...typeView(typeName, one, from, linkOf),
          message: {
            fields: fieldViews(one, types, linkOf),
            hasFields: one.fields.length > 0,
            limits: listLimits(one).length > 0 && proseLine(toSentence(listLimits(one)), linkOf),
          },
          values: false,
        })),
        ...enums.map(([typeName, one]) => ({
          ...typeView(typeName, one, from, linkOf),
          message: false,
          values: valueViews(one, linkOf),
        })),
      ],
    },
  };
}

function typeView(typeName: string, one: GuideMessage | GuideEnum, { places }: DocsSource, linkOf: FindLink) {
  const { type, text, deprecated } = one;
  const written = prose(text, linkOf);
  return {
    name: identifier(type ?? ""),
    typeName: plainName(typeName),
    text: written !== "" && written,
    deprecated: deprecated !== undefined && deprecationText(one, linkOf),
    since: joined(sinceText(one), ""),
    declared: declaredText(places.sourceOf(typeName), one.line),
  };
}

/** The values of an enum as rows. */
export function valueViews({ values }: GuideEnum, linkOf: FindLink) {
  return values.map(({ name, property = name, number, text, ...history }) => ({
    name: code`\`${propertyName(property)}\``,
    number: json(number),
    text: joined(
      [
        ...(history.deprecated === undefined ? [] : [deprecationText(history, linkOf)]),
        proseLine(text, linkOf),
        ...sinceText(history),
      ].filter((part) => part !== ""),
      " ",
    ),
  }));
}
