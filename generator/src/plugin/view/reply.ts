import type { Method, Name } from "../model/api.js";
import { code, literal, string, type Code, type ModuleImports } from "../../kit/code/code.js";

/** Type that a call of the method gives: the message, with what a resource always carries. */
export function replyType(method: Pick<Method, "reply" | "response">, imports: ModuleImports): Code {
  const type = imports.type(method.response.type);
  switch (method.reply) {
    case "message":
      return type;
    case "resource":
      return code`${imports.runtimeType("Resource")}<${type}>`;
    case "resourcePage":
      return code`${imports.runtimeType("ResourcePage")}<${type}>`;
  }
}

/** When an expression is evaluated that names message types. */
export interface Moment {
  /** The module of the type may not have run by then. */
  isLate(type: Name): boolean;
  /** Code before a call that creates a type. */
  readonly mark: Code;
}

/** When a method is called. */
export const whenCalled: Moment = { isLate: () => false, mark: literal("") };

/** When the module is loaded. Bundlers leave out a call with the mark where nobody needs what it makes. */
export function whenLoaded(isLate: Moment["isLate"]): Moment {
  return { isLate, mark: literal("/*@__PURE__*/ ") };
}

/** The value of a message type. */
export function typeCode(type: Name, imports: ModuleImports, { isLate, mark }: Moment): Code {
  const value = imports.value(type);
  return isLate(type) ? code`${mark}${imports.runtimeValue("lazily")}(() => ${value})` : value;
}

/** How the reply of a method is read: `resource(Instance)`. */
export function replyCode(
  { reply, response, pages }: Pick<Method, "reply" | "response" | "pages">,
  imports: ModuleImports,
  moment: Moment,
): Code {
  const type = typeCode(response.type, imports, moment);
  switch (reply) {
    case "message":
      return type;
    case "resource":
      return code`${moment.mark}${imports.runtimeValue("resource")}(${type})`;
    case "resourcePage":
      return code`${moment.mark}${imports.runtimeValue("resourcePage")}(${type}, ${string(pages?.items ?? "")})`;
  }
}
