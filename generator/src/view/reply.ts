import type { Method } from "../model/api.js";
import { code, string, type Code, type ModuleImports } from "../code/code.js";

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

/** How the reply of a method is read: `resource(Instance)`. */
export function replyCode(
  { reply, response, pages }: Pick<Method, "reply" | "response" | "pages">,
  imports: ModuleImports,
): Code {
  const type = imports.value(response.type);
  switch (reply) {
    case "message":
      return type;
    case "resource":
      return code`${imports.runtimeValue("resource")}(${type})`;
    case "resourcePage":
      return code`${imports.runtimeValue("resourcePage")}(${type}, ${string(pages?.items ?? "")})`;
  }
}
