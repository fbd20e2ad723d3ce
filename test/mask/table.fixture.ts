import { ScalarType, type DescField, type DescMessage } from "@bufbuild/protobuf";
import { defineTable } from "../../runtime/src/messages/table/define-table.js";
import { defineEnum } from "../../runtime/src/messages/table/enum-type.js";
import type {
  FieldMore,
  FieldRow,
  MapKey,
  MessageTable,
  TypeRow,
  ValueRow,
} from "../../runtime/src/messages/table/table.js";
import { isLongText, localName } from "./generated-message.fixture.js";
import { hasPresence } from "./tree.fixture.js";

/** What the options of an API say of fields, by `Type.field`. */
export type FieldBehaviors = { readonly [field: string]: readonly string[] };

/** Key of a field in {@link FieldBehaviors}. */
export const fieldKey = (field: DescField): string => `${field.parent.name}.${field.name}`;

/** Field tables as the generator writes them, made from descriptors. */
export function tableSource(behaviors: FieldBehaviors = {}): (desc: DescMessage) => MessageTable<object> {
  const tables = new Map<string, MessageTable<object>>();
  const tableOf = (desc: DescMessage): MessageTable<object> => {
    const known = tables.get(desc.typeName);
    if (known) return known;
    const made = defineTable<object>(desc.typeName, () => desc.fields.map((field) => row(field)));
    tables.set(desc.typeName, made);
    return made;
  };
  const row = (field: DescField): FieldRow => [field.name, type(field), more(field, behaviors)];
  const type = (field: DescField): TypeRow => {
    if (field.fieldKind === "list") return [value(field)];
    if (field.fieldKind === "map") return [scalarName(field.mapKey) as MapKey, value(field)];
    return value(field);
  };
  const value = (field: DescField): ValueRow => {
    if (field.enum)
      return defineEnum(Object.fromEntries(field.enum.values.map((one) => [one.name, one.number])));
    if (!field.message) return scalarName(field.scalar) as ValueRow;
    const isWellKnown = /^google\.protobuf\.(?:\w+Value|Value|Struct|FieldMask)$/.test(
      field.message.typeName,
    );
    return isWellKnown ? (field.message.typeName as ValueRow) : tableOf(field.message);
  };
  return tableOf;
}

function more(field: DescField, behaviors: FieldBehaviors): FieldMore {
  return {
    local: localName(field),
    ...(hasPresence(field) && !field.oneof && !field.message ? { presence: true } : {}),
    ...(field.oneof ? { oneof: [field.oneof.name, localName(field.oneof)] } : {}),
    ...(isLongText(field) ? { longAsString: true } : {}),
    behaviors: behaviors[fieldKey(field)] ?? [],
  };
}

function scalarName(scalar: ScalarType | undefined): string {
  return (ScalarType[scalar ?? 0] ?? "").toLowerCase();
}
