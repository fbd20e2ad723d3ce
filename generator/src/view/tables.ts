import type { Field, File, Message, ValueType } from "../model/api.js";
import { arrayOf, code, docBlock, identifier, joined, objectOf, string, type Code } from "../code/code.js";
import type { Page } from "../render/page.js";
import { ModuleImports, type Layout } from "./modules.js";

/** What the template of a table module needs. */
export type TablesView = {
  readonly imports: readonly Code[];
  readonly tables: readonly TableView[];
};

type TableView = {
  readonly doc: Code;
  readonly name: Code;
  /** `MessageTable<Instance>` */
  readonly type: Code;
  /** `defineTable<Instance>` */
  readonly defineTable: Code;
  readonly typeName: Code;
  readonly rows: readonly Code[];
  readonly mask: MaskView | false;
};

/** The maker of reset masks for the message of a table. */
type MaskView = {
  readonly doc: Code;
  readonly name: Code;
  /** `MaskSelector<Instance>` */
  readonly type: Code;
  readonly maskFor: Code;
  readonly table: Code;
};

/** The table module of a proto file. */
export function tablesPage(file: File, layout: Layout): Page<TablesView> {
  const declared = file.messages.flatMap(({ table, mask }) =>
    mask ? [table.name, mask.name] : [table.name],
  );
  const imports = new ModuleImports(`${file.module}.tables`, layout, declared);
  const tables = file.messages.map((message) => tableView(message, imports));
  return {
    path: `${layout.root}${file.module}.tables.ts`,
    template: "sdk/src/[package]/[file].tables.ts",
    view: { imports: imports.lines(), tables },
  };
}

function tableView(message: Message, imports: ModuleImports): TableView {
  const defineTable = imports.runtimeValue("defineTable");
  const messageTable = imports.runtimeType("MessageTable");
  const type = imports.type(message.type);
  return {
    doc: docBlock({ text: `Fields of ${message.typeName}.` }),
    name: identifier(message.table.name),
    type: code`${messageTable}<${type}>`,
    defineTable: code`${defineTable}<${type}>`,
    typeName: string(message.typeName),
    rows: message.fields.map((field) => row(field, imports)),
    mask: maskView(message, type, imports),
  };
}

function maskView({ typeName, mask, table }: Message, type: Code, imports: ModuleImports): MaskView | false {
  if (!mask) return false;
  return {
    doc: docBlock({ text: `Makes reset masks for ${typeName}.` }),
    name: identifier(mask.name),
    type: code`${imports.runtimeType("MaskSelector")}<${type}>`,
    maskFor: imports.runtimeValue("maskFor"),
    table: identifier(table.name),
  };
}

function row(field: Field, imports: ModuleImports): Code {
  const more = moreOf(field);
  const parts = [
    string(field.name),
    string(field.property),
    shape(field, imports),
    ...(more.length > 0 ? [objectOf(more)] : []),
  ];
  return code`${imports.runtimeValue("row")}(${joined(parts, ", ")})`;
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
  if (hasPresence) more.push(["presence", code`true`]);
  if (oneof) more.push(["oneof", arrayOf([string(oneof.name), string(oneof.property)])]);
  if (behaviors.length > 0) more.push(["behaviors", arrayOf(behaviors.map(string))]);
  if (isSecret) more.push(["secret", code`true`]);
  if (json !== property) more.push(["json", string(json)]);
  return more;
}
