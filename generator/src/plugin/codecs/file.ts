import type { DescEnum, DescFile, DescMessage } from "@bufbuild/protobuf";
import { code, fileHead, joined, literal } from "../../kit/code/code.js";
import { printEnum } from "./enums.js";
import { printJsonType } from "./json-type.js";
import { printMessage } from "./message.js";
import { printRulesLoader } from "./rule-table.js";
import { openModule, type ModuleSettings, type Section } from "./module.js";

/**
 * Prints the module of a file: enums and interfaces, then the values of messages, then further sections. Undefined if
 * the module would be empty, since the runtime has its types.
 */
export function printFile(file: DescFile, settings: ModuleSettings, more?: Section): string | undefined {
  const all = [...file.enums, ...file.messages.flatMap(withNested)];
  const declared = all.filter((one) => settings.names.type(one).shared === undefined);
  if (declared.length === 0 && !more) return undefined;
  const module = openModule(file, declared, settings, more);
  const printed = declared.map((one) =>
    one.kind === "enum" ? { types: [printEnum(one, module)] } : printMessage(one, module),
  );
  const rules = declared.some((one) => one.kind === "message" && module.rulesOf(one) !== undefined);
  const parts = [
    ...printed.flatMap(({ types }) => types),
    ...(module.hasJsonTypes ? declared.map((one) => printJsonType(one, module)) : []),
    ...(rules ? [printRulesLoader(file, settings)] : []),
    ...printed.flatMap((one) => ("value" in one ? one.value : [])),
  ];
  const behind = more?.print(module.imports) ?? "";
  const head = code`${fileHead(file.proto.name)}${joined([...module.imports.lines(), literal("")], "\n")}`;
  return `${head}\n${joined(parts, "\n")}\n${behind}`;
}

/** A message and what is in it: its enums, then its messages with what is in them. */
function withNested(message: DescMessage): (DescEnum | DescMessage)[] {
  return [message, ...message.nestedEnums, ...message.nestedMessages.flatMap(withNested)];
}
