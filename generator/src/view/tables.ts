import type { Field, File, Message, ValueType } from "../model/api.js";
import { arrayOf, call, docBlock, identifier, literal, objectOf, string, type Code } from "../code/code.js";
import { ModuleImports, type Layout } from "./modules.js";

/** What the template of a table module needs. */
export interface TablesView {
  readonly imports: readonly Code[];
  readonly tables: readonly TableView[];
}

interface TableView {
  readonly doc: Code;
  readonly name: Code;
  readonly type: Code;
  readonly typeName: Code;
  readonly rows: readonly Code[];
  readonly hasMask: boolean;
  readonly maskDoc: Code;
  readonly mask: Code;
}

/** The table module of a proto file. */
export function tablesView(file: File, layout: Layout): TablesView {
  const declared = file.messages.flatMap(({ table, mask }) =>
    mask ? [table.name, mask.name] : [table.name],
  );
  const imports = new ModuleImports(`${file.module}.tables`, layout, declared, [
    "defineTable",
    "MessageTable",
    "row",
    "maskFor",
    "MaskSelector",
  ]);
  imports.doorValues("defineTable");
  if (file.messages.some(({ fields }) => fields.length > 0)) imports.doorValues("row");
  imports.doorTypes("MessageTable");
  const tables = file.messages.map((message) => tableView(message, imports));
  return { imports: imports.lines(), tables };
}

function tableView(message: Message, imports: ModuleImports): TableView {
  if (message.mask) {
    imports.doorValues("maskFor");
    imports.doorTypes("MaskSelector");
  }
  return {
    doc: docBlock({ text: `Fields of ${message.typeName}.` }),
    name: identifier(message.table.name),
    type: imports.type(message.type),
    typeName: string(message.typeName),
    rows: message.fields.map((field) => row(field, imports)),
    hasMask: message.mask !== undefined,
    maskDoc: docBlock({ text: `Makes reset masks for ${message.typeName}.` }),
    mask: message.mask ? identifier(message.mask.name) : literal(""),
  };
}

function row(field: Field, imports: ModuleImports): Code {
  const more = moreOf(field);
  return call(literal("row"), [
    string(field.name),
    string(field.property),
    shape(field, imports),
    ...(more.length > 0 ? [objectOf(more)] : []),
  ]);
}

function shape({ shape: { kind, type, ...rest } }: Field, imports: ModuleImports): Code {
  const value = valueType(type, imports);
  if (kind === "single") return value;
  return arrayOf("key" in rest ? [string(rest.key), value] : [value]);
}

function valueType(type: ValueType, imports: ModuleImports): Code {
  switch (type.kind) {
    case "scalar":
    case "wellKnown":
      return string(type.name);
    case "enum":
      return objectOf([["enum", imports.value(type.type)]]);
    case "message":
      return imports.value(type.table);
  }
}

function moreOf({ property, json, hasPresence, oneof, behaviors, isSecret }: Field): [string, Code][] {
  const more: [string, Code][] = [];
  if (hasPresence) more.push(["presence", literal("true")]);
  if (oneof) more.push(["oneof", arrayOf([string(oneof.name), string(oneof.property)])]);
  if (behaviors.length > 0) more.push(["behaviors", arrayOf(behaviors.map(string))]);
  if (isSecret) more.push(["secret", literal("true")]);
  if (json !== property) more.push(["json", string(json)]);
  return more;
}
