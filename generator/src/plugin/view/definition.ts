import { code, identifier, member, type Code } from "../../kit/code/code.js";
import type { Method, Service } from "../model/api.js";

/** The expression that gives an rpc's definition. */
export function definitionCode(
  { methodsName }: Pick<Service, "methodsName">,
  { local }: Pick<Method, "local">,
): Code {
  return code`${identifier(methodsName.name)}${member(local)}`;
}
