import type { MessageRef } from "../../model/api.js";
import { code, link, propertyName, type Code, type LinkOf } from "../../../kit/code/code.js";

/** A name as code, and a link to its place where it has one. */
export function linkTo(name: string, target: string | undefined): Code {
  const text = code`\`${propertyName(name)}\``;
  return target === undefined ? text : link(text, target);
}

/** A message that a method uses. */
export function messageLink({ type, typeName }: MessageRef, linkOf: LinkOf): Code {
  return linkTo(type.name, linkOf(typeName));
}
