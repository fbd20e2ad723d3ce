import type { OpenMethod } from "./access.js";

/** Returns the JSON name of the field that has the items of a page. Undefined if a method does not answer in pages. */
export function itemsName({ service, method }: OpenMethod): string | undefined {
  const { items } = method.pages ?? {};
  const field = service.message(method.response?.type).fields.find(({ name }) => name === items);
  return field ? service.jsonName(field) : items;
}
