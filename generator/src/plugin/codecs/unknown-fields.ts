import { code, literal, type Code } from "../../kit/code/code.js";
import type { Module } from "./module.js";

/**
 * Prints the property of the unknown fields of a message. Editors sort properties by name, so this one would be the first of
 * every message. They list deprecated properties last, and nothing else moves one.
 *
 * @param modifier What precedes the name, such as `readonly `.
 */
export function unknownFieldsMember(module: Module, modifier: Code = literal("")): Code {
  return code`/** @deprecated For fields that this version of the package does not know. Marked so that editors list it last. */
    ${modifier}_unknownFields?: ${module.runtimeType("UnknownFields")} | undefined;`;
}
