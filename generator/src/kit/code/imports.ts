import { string } from "./literals.js";
import { identifier } from "./names.js";
import { trust, type Code } from "./source-text.js";

/** One name of an import. */
export interface Imported {
  /** Name that the module exports. */
  readonly name: string;
  /** Name in this file, where it is another. */
  readonly alias?: string | undefined;
  readonly isTypeOnly: boolean;
}

/** `import { a, type B, c as d } from "module";` */
export function importFrom(module: string, names: readonly Imported[]): Code {
  const isTypeOnly = names.every((one) => one.isTypeOnly);
  const parts = names.map(({ name, alias, isTypeOnly: isType }) => {
    const both = alias === undefined ? identifier(name) : `${identifier(name)} as ${identifier(alias)}`;
    return isType && !isTypeOnly ? `type ${both}` : both;
  });
  return trust(`import ${isTypeOnly ? "type " : ""}{ ${parts.join(", ")} } from ${string(module)};`);
}

/** `export { a, type B } from "module";` */
export function exportFrom(module: string, names: readonly Imported[]): Code {
  return trust(importFrom(module, names).replace(/^import /, "export "));
}

/** `export * from "module";` */
export function exportAllFrom(module: string): Code {
  return trust(`export * from ${string(module)};`);
}

/** `export type {} from "...";`, which makes declarations load the module, and programs nothing. */
export function exportNothingFrom(module: string): Code {
  return trust(`export type {} from ${string(module)};`);
}
