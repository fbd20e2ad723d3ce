import type { DescEnum, DescFile, DescMessage } from "@bufbuild/protobuf";
import { code, fileHead, joined, literal, type Code } from "../code/code.js";
import { printEnum } from "./enums.js";
import { printJsonType } from "./json-type.js";
import { printMessage } from "./message.js";
import { openModule, type ModuleSettings } from "./module.js";

/**
 * The module of a file: its enums and interfaces, and behind them the values of its messages. Undefined where the
 * runtime has all of them.
 */
export function printFile(file: DescFile, settings: ModuleSettings): Code | undefined {
  const all = [...file.enums, ...file.messages.flatMap(withNested)];
  const declared = all.filter((one) => settings.names.type(one).shared === undefined);
  if (declared.length === 0) return undefined;
  const module = openModule(file, declared, settings);
  const printed = declared.map((one) =>
    one.kind === "enum" ? { type: printEnum(one, module) } : printMessage(one, module),
  );
  const parts = [
    ...printed.map(({ type }) => type),
    ...(module.hasJsonTypes ? declared.map((one) => printJsonType(one, module)) : []),
    ...printed.flatMap((one) => ("value" in one ? one.value : [])),
  ];
  const imports = joined([...module.importLines(), literal("")], "\n");
  return code`${fileHead(file.proto.name)}${imports}\n${joined(parts, "\n")}`;
}

/** A message and what is in it: its enums, then its messages with what is in them. */
function withNested(message: DescMessage): (DescEnum | DescMessage)[] {
  return [message, ...message.nestedEnums, ...message.nestedMessages.flatMap(withNested)];
}
