import type { GuideJson } from "@stratus/runtime/guide";
import {
  findByShortName,
  isUnknownPath,
  kebabCase,
  type Query,
  type QueryValue,
  readPath,
  type Service,
  unknownNameError,
} from "@stratus/dynamic-client";
import { compilePath } from "./json-path.js";
import { queryValue } from "./output-options.js";

/**
 * Returns a function that sorts items as `--sort-by` asks: by a field with the names that flags accept, or by a path such as `.metadata.name`. `~`
 * sorts in descending order. Items without a value come last.
 *
 * @throws A UsageError if the field is unknown.
 */
export async function itemSorter(
  sortBy: string,
  service: Service,
  type: string | undefined,
): Promise<(items: readonly GuideJson[]) => readonly GuideJson[]> {
  const sign = sortBy.startsWith("~") ? -1 : 1;
  const query = await sortQuery(sortBy.replace(/^~/, ""), service, type);
  return (items) =>
    items
      .map((item) => ({ item, key: query(queryValue(item, service, type)) }))
      .toSorted((a, b) => compareKeys(a.key, b.key, sign))
      .map(({ item }) => item);
}

async function sortQuery(field: string, service: Service, type: string | undefined): Promise<Query> {
  if (/^[{.$[]/.test(field)) return compilePath(field.replace(/^\{(.*)\}$/, "$1"));
  const [first = "", ...rest] = kebabCase(field).split(".");
  const [only, ...others] = findByShortName(service, type ?? "", first);
  const place = [only, ...rest].join(".");
  const direct = readPath(service, type ?? "", field);
  const found = isUnknownPath(direct) && others.length === 0 ? readPath(service, type ?? "", place) : direct;
  if (isUnknownPath(found)) {
    if (service.message(type).fields.length === 0) return compilePath(`.${field}`);
    throw await unknownNameError("field", found.missing, found.known, {
      place: `${field} in --sort-by`,
      shown: (name) => `${found.before}${name}`,
    });
  }
  return compilePath(
    found.steps
      .map((one) => {
        if ("field" in one) return `[${JSON.stringify(service.jsonName(one.field))}]`;
        return "index" in one ? `[${one.index}]` : `[${JSON.stringify(one.key)}]`;
      })
      .join(""),
  );
}

function compareKeys(a: QueryValue, b: QueryValue, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const [left, right] = typeof a === typeof b || !isText(a, b) ? [a, b] : [String(a), String(b)];
  return left < right ? -sign : left > right ? sign : 0;
}

function isText(a: QueryValue, b: QueryValue): boolean {
  return typeof a === "string" || typeof b === "string";
}
