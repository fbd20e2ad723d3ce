/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from src/rest/runtime/value-path.ts of protoc-gen-stratus. DO NOT EDIT. */
/**
 * The path of a part of a value; undefined for the whole value. It is a linked
 * list, because most paths are never formatted.
 */
export interface ValuePath {
  readonly parent: ValuePath | undefined;
  /** The name of a property, or the index of an item. */
  readonly key: string | number;
}

/** Formats a path as in a program: `items[3].name`. The path of the whole value is empty. */
export function formatPath(path: ValuePath | undefined): string {
  const keys: (string | number)[] = [];
  for (let part = path; part; part = part.parent) keys.push(part.key);
  return keys.reduceRight<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    const name = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(key) ? key : JSON.stringify(key);
    return text ? `${text}.${name}` : name;
  }, "");
}
