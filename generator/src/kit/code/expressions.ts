import { isReservedWord, propertyName } from "./names.js";
import { trust, type Code } from "./source-text.js";

/**
 * Source text with holes that take source text alone: `` code`lengthOf(${value})` ``. A plain string in a
 * hole is a type error, so that text of a proto comes in by `string`, `identifier` and the like or not at all.
 */
export function code(texts: TemplateStringsArray, ...holes: readonly Code[]): Code {
  let text = texts[0] ?? "";
  for (let index = 0; index < holes.length; index++) text += `${holes[index] ?? ""}${texts[index + 1] ?? ""}`;
  return trust(text);
}

/** Text that the generator itself wrote: the compiler takes no text from elsewhere. */
export function literal<const Text extends string>(text: string extends Text ? never : Text): Code {
  return trust(text);
}

/** `[a, b]` */
export function arrayOf(parts: readonly Code[]): Code {
  return trust(`[${parts.join(", ")}]`);
}

/** `{ a: b, "c-d": e, f }`; members that are `false` are omitted. */
export function objectOf(entries: readonly (readonly [key: string, value: Code | false])[]): Code {
  const parts = propertiesOf(entries);
  return trust(parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`);
}

/** `a: b`, `"c-d": e` and `f`, one by one; members that are `false` are omitted. */
export function propertiesOf(entries: readonly (readonly [key: string, value: Code | false])[]): Code[] {
  return entries.flatMap(([key, value]) => {
    if (value === false) return [];
    return [key === value && !isReservedWord(key) ? value : trust(`${propertyName(key)}: ${value}`)];
  });
}

/** Code with something between its parts. */
export function joined(
  parts: readonly Code[],
  separator: "" | " " | "." | "/" | " | " | "+" | "-" | " & " | " + " | ", " | "\n",
): Code {
  return trust(parts.join(separator));
}

/** `Name<A, B>` */
export function generic(name: Code, args: readonly Code[]): Code {
  return trust(`${name}<${args.join(", ")}>`);
}
