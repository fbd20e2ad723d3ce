import type { Method } from "../model/api.js";
import { generic, literal, type Code } from "../code/code.js";
import type { ModuleImports } from "./modules.js";

/** Type that a call of the method gives: the message, with what a resource always carries. */
export function replyType(method: Pick<Method, "reply" | "response">, imports: ModuleImports): Code {
  const type = imports.type(method.response.type);
  switch (method.reply) {
    case "message":
      return type;
    case "resource":
      imports.doorTypes("Resource");
      return generic(literal("Resource"), [type]);
    case "resourcePage":
      imports.doorTypes("ResourcePage");
      return generic(literal("ResourcePage"), [type]);
  }
}
