/**
 * The module with the rules of a proto file's messages: plain tables beside the field tables, in a module that is
 * loaded with the first message that is checked.
 */
import type { DescField, DescFile, DescMessage } from "@bufbuild/protobuf";
import { nestedTypes } from "@bufbuild/protobuf/reflect";
import {
  portablePattern,
  type Rule,
  type RuleValue,
  type Statements,
  type ValueRules,
} from "@stratus/convention";
import {
  arrayOf,
  bigint,
  code,
  fileHead,
  joined,
  json,
  literal,
  ModuleImports,
  number,
  objectOf,
  string,
  type Code,
} from "../../kit/code/code.js";
import type { ModuleSettings } from "./module.js";
import { hasChecks, isRuled, rulesModule, type RuledApi } from "./ruled.js";

/** The text of the module; undefined if nothing is stated about the messages of the file. */
export function printRules(
  file: DescFile,
  { statements, ruled }: RuledApi,
  { names, runtime, importExtension }: Pick<ModuleSettings, "names" | "runtime" | "importExtension">,
): string | undefined {
  const messages = messagesOf(file).filter((message) => ruled.has(message));
  if (messages.length === 0) return undefined;
  const style = { codegen: runtime, extension: importExtension };
  const imports = new ModuleImports(rulesModule(file, names), style, ["rules"]);
  const type = imports.runtimeType("RuleTables");
  const others = heldFiles(file, messages, ruled).map(
    (one) => code`...${imports.value({ name: "rules", module: rulesModule(one, names) })}`,
  );
  const tables = messages.map(
    (message) => code`${string(message.typeName)}: ${printMessage(message, statements)}`,
  );
  const body = joined(
    [...others, ...tables].map((one) => code`${one},`),
    "\n",
  );
  const head = code`${fileHead(file.proto.name)}${joined([...imports.lines(), literal("")], "\n")}`;
  return `${head}\n/** The rules of the messages of this file and of all that they hold. */\nexport const rules: ${type} = {\n${body}\n};\n`;
}

function messagesOf(file: DescFile): readonly DescMessage[] {
  return [...nestedTypes(file)].filter((one) => one.kind === "message");
}

/** The other files whose rules count for what messages hold, in the order of their names. */
function heldFiles(
  file: DescFile,
  messages: readonly DescMessage[],
  ruled: ReadonlySet<DescMessage>,
): readonly DescFile[] {
  const held = messages.flatMap(({ fields }) => fields.flatMap(({ message }) => message ?? []));
  const files = new Set(held.filter((message) => ruled.has(message)).map((message) => message.file));
  files.delete(file);
  return [...files].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function printMessage(message: DescMessage, statements: Statements): Code {
  const fields = message.fields.flatMap((field): (readonly [string, Code])[] => {
    const table = printField(field, statements);
    return table ? [[field.name, table]] : [];
  });
  const oneofs = message.oneofs.filter((oneof) => statements.oneof(oneof).isRequired);
  const { choices } = statements.message(message);
  return objectOf([
    ["fields", fields.length > 0 && objectOf(fields)],
    ["oneofs", oneofs.length > 0 && arrayOf(oneofs.map(({ name }) => string(name)))],
    [
      "choices",
      choices.length > 0 &&
        arrayOf(
          choices.map(({ fields: names, isRequired }) =>
            arrayOf([arrayOf(names.map(string)), json(isRequired)]),
          ),
        ),
    ],
  ]);
}

function printField(field: DescField, statements: Statements): Code | undefined {
  const stated = statements.field(field);
  if (!isRuled(stated)) return undefined;
  const { requiredBy, isLenient, rules } = stated;
  const required = requiredBy.includes("buf.validate")
    ? literal('"rule"')
    : requiredBy.includes("proto2")
      ? literal('"label"')
      : requiredBy.length > 0 && literal('"behavior"');
  return objectOf([["required", required], ["lenient", isLenient && literal("true")], ...printValue(rules)]);
}

function printValue(value: ValueRules): (readonly [string, Code | false])[] {
  const rules = value.rules.filter(({ whyLeft }) => whyLeft === undefined);
  const inside = (["items", "keys", "values"] as const).map((name): readonly [string, Code | false] => {
    const own = value[name];
    return [name, own !== undefined && hasChecks(own) && objectOf(printValue(own))];
  });
  return [
    ["kind", rules.length > 0 && string(value.kind ?? "")],
    ["rules", rules.length > 0 && objectOf(rules.map((rule) => [rule.name, printRule(rule)]))],
    ["ignore", value.ignore !== undefined && string(value.ignore)],
    ...inside,
  ];
}

/** Rules that are about a count, which is a plain number also if the rule has 64 bits for it. */
const counts =
  /^(?:len|min_len|max_len|len_bytes|min_bytes|max_bytes|min_items|max_items|min_pairs|max_pairs)$/;

function printRule({ name, value }: Rule): Code {
  if (name === "pattern") return string(portablePattern(String(value)) ?? "");
  return printRuleValue(counts.test(name) ? Number(value) : value);
}

function printRuleValue(value: RuleValue): Code {
  if (value instanceof Uint8Array)
    return string(Array.from(value, (one) => String.fromCharCode(one)).join(""));
  switch (typeof value) {
    case "string":
      return string(value);
    case "bigint":
      return bigint(value);
    case "number":
      return number(value);
    case "boolean":
      return json(value);
    default:
      return arrayOf(value.map(printRuleValue));
  }
}
