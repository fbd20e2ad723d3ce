import type { Package } from "../../model/api.js";
import type { Guide, GuideType } from "../../model/guide.js";
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
} from "../../code/code.js";
import type { Page } from "../../render/page.js";
import { deprecationText, fieldViews, type FieldView } from "./fields.js";
import { folderOf, type Places } from "./places.js";

/** What the template of a page of types needs. */
export type TypesView = {
  /** Full name of the proto package. */
  readonly packageName: Code | false;
  readonly entry: Code;
  readonly types: readonly TypeView[];
};

type TypeView = {
  readonly name: Code;
  readonly typeName: Code;
  readonly text: Code | false;
  readonly deprecated: Code | false;
  readonly message: { readonly fields: readonly FieldView[]; readonly hasFields: boolean } | false;
  readonly values: readonly { readonly name: Code; readonly number: Code; readonly text: Code }[] | false;
};

/** The types of a proto package, each with its fields or values. */
export function typesPage(
  { name }: Package,
  guide: Guide,
  places: Places,
  entry: Code,
  folder: string | undefined,
): Page<TypesView> {
  const path = places.types(name);
  const linkOf = places.linksFrom(folder ?? folderOf(path));
  const types = [...guide.types.values()].filter((one) => one.packageName === name);
  return {
    path,
    template: "sdk/docs/[package]/types.md",
    view: {
      packageName: name !== "" && plainName(name),
      entry,
      types: types.map((one) => typeView(one, linkOf)),
    },
  };
}

function typeView(type: GuideType, linkOf: LinkOf): TypeView {
  const text = prose(type.text, linkOf);
  return {
    name: identifier(type.type.name),
    typeName: plainName(type.typeName),
    text: text !== "" && text,
    deprecated: type.deprecated !== undefined && deprecationText(type.deprecated, linkOf),
    message: type.kind === "message" && {
      fields: fieldViews(type, linkOf),
      hasFields: type.fields.length > 0,
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
