import { code, literal, type Code } from "../../kit/code/code.js";
import type { Module } from "./module.js";

/**
 * Prints the property of the unknown fields of a message. Editors list it first, because they sort properties by name. Only
 * a deprecation would move it, and editors strike through what is deprecated, and linters report it.
 *
 * @param modifier What precedes the name, such as `readonly `.
 */
export function unknownFieldsMember(module: Module, modifier: Code = literal("")): Code {
  return code`/** Fields that this version of the package does not know. */
    ${modifier}_unknownFields?: ${module.runtimeType("UnknownFields")} | undefined;`;
}
