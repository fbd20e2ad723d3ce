/**
 * The module with the rules of a proto file's messages: plain tables beside the field tables, in a module that is
 * loaded with the first message that is checked.
 */
import type { DescFile, DescMessage } from "@bufbuild/protobuf";
import { nestedTypes } from "@bufbuild/protobuf/reflect";
import {
  arrayOf,
  bigintCall,
  code,
  fileHead,
  joined,
  json,
  literal,
  ModuleImports,
  number,
  objectOf,
  relativeImport,
  string,
  type Code,
} from "../../kit/code/code.js";
import type { ModuleNames, ModuleSettings } from "./module.js";
import { rulesLoader, type RuleData, type RuleRecord, type RulesOfMessages } from "./rule-data.js";

/** The module of a file's rules, beside that of its messages, without extension. No proto file has a module of such a name. */
export function rulesModule(file: DescFile, names: Pick<ModuleNames, "module">): string {
  return `${names.module(file)}.rules`;
}

/** Loads the rules of a module's messages when the first of them is checked. */
export function printRulesLoader(
  file: DescFile,
  { names, importExtension }: Pick<ModuleSettings, "names" | "importExtension">,
): Code {
  const path = relativeImport(names.module(file), rulesModule(file, names), importExtension);
  return code`const ${rulesLoader} = () => import(${string(path)});\n`;
}

/** The text of the module; undefined if nothing is stated about the messages of the file. */
export function printRules(
  file: DescFile,
  rulesOf: RulesOfMessages,
  { names, runtime, importExtension }: Pick<ModuleSettings, "names" | "runtime" | "importExtension">,
): string | undefined {
  const own = [...nestedTypes(file)]
    .filter((one) => one.kind === "message")
    .filter((one) => rulesOf.has(one));
  if (own.length === 0) return undefined;
  const style = { codegen: runtime, extension: importExtension };
  const imports = new ModuleImports(rulesModule(file, names), style, ["rules"]);
  const type = imports.runtimeType("RuleTables");
  const others = heldFiles(file, own, rulesOf).map(
    (one) => code`...${imports.value({ name: "rules", module: rulesModule(one, names) })}`,
  );
  const tables = own.map((one) => code`${string(one.typeName)}: ${printRecord(rulesOf.get(one) ?? {})}`);
  const body = joined(
    [...others, ...tables].map((one) => code`${one},`),
    "\n",
  );
  const head = code`${fileHead(file.proto.name)}${joined([...imports.lines(), literal("")], "\n")}`;
  return `${head}\n/** The rules of the messages of this file and of all that they hold. */\nexport const rules: ${type} = {\n${body}\n};\n`;
}

/** The other files whose rules count for what messages hold, in the order of their names. */
function heldFiles(
  file: DescFile,
  messages: readonly DescMessage[],
  rulesOf: RulesOfMessages,
): readonly DescFile[] {
  const held = messages.flatMap(({ fields }) => fields.flatMap(({ message }) => message ?? []));
  const files = new Set(held.filter((message) => rulesOf.has(message)).map((message) => message.file));
  files.delete(file);
  return [...files].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function printRecord(record: RuleRecord): Code {
  return objectOf(
    Object.entries(record).map(([name, value]) => [name, value !== undefined && printData(value)] as const),
  );
}

function printData(value: RuleData): Code {
  switch (typeof value) {
    case "string":
      return string(value);
    case "bigint":
      return bigintCall(value);
    case "number":
      return number(value);
    case "boolean":
      return json(value);
    default:
      return isList(value) ? arrayOf(value.map(printData)) : printRecord(value);
  }
}

/** `Array.isArray` does not narrow readonly arrays. */
function isList(value: readonly RuleData[] | RuleRecord): value is readonly RuleData[] {
  return Array.isArray(value);
}
