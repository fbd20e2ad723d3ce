import { code, link, propertyName, type Code, type FindLink } from "../../../kit/code/code.js";
import type { GuideTypes } from "../../../kit/complete-guide.js";
import { simpleName } from "./docs-package.js";

/** A message or an enum by its full name: its name in TypeScript, and a link to its place if it has one. */
export function typeLink(typeName: string, types: GuideTypes, linkOf: FindLink): Code {
  const { type } = types.message(typeName) ?? types.enum(typeName) ?? {};
  const text = code`\`${propertyName(type ?? simpleName(typeName))}\``;
  const target = linkOf(typeName);
  return target === undefined ? text : link(text, target);
}
