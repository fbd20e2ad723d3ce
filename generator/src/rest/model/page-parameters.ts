import type { SpecNode } from "../read/spec-node.js";
import { normalizeName, type PageRole } from "../runtime/page-signs.js";
import type { Shape } from "../runtime/shape.js";
import { listProperties } from "./page-schema.js";
import type { PageParameters, RestParameter } from "./rest-api.js";
import type { SchemaReader } from "./schemas.js";

const cursors =
  /^(start|next|page|pagination|max|scroll)?(cursor|token|marker|key)$|^(nextpage|continuation|resumption|pagination|page)token$|^(page)?(starting)?after$|^(page)?aftercursor$|^(page|pagination)cursor$|^pageinfo$|^continue$|^(exclusive)?startkey$|^bookmark$|^scrollid$|^cursormark$|^next$|^continuation$|^skiptoken$/;
const keys =
  /^(starting|search)?after(id)?$|^since(id)?$|^lastid$|^startafter(id)?$|^fromid$|^minid$|^before(id)?$|^maxid$/;
const pages = /^(page|pagination)?(page|current)?(page|number|num|no|index)$|^currentpage$|^p$/;
const offsets = /^(page|result|pagination)?offset$|^skip$|^start(at|index|row)?$|^from$|^firstresult$/;

/** Names that other parameters have as well. They select a page only if the response has page signs. */
const ambiguous = /^(start|from|p|number|num|no|index|key|token|next|since|before|after)$/;

/** Words by which a parameter is a time, not a place in a list. */
const times =
  /\b(dates?|date-time|times?|timestamps?|unix|epoch|iso.?8601|rfc.?3339|seconds|milliseconds)\b/i;

/** Whether a parameter may select a page. */
export function isPageParameter(parameter: RestParameter): boolean {
  const name = normalizeName(parameter.name);
  return (
    [cursors, pages, offsets].some((names) => names.test(name)) && !ambiguous.test(name) && !isTime(parameter)
  );
}

function isTime({ shape, meaning = "" }: RestParameter): boolean {
  return shape.type === "date" || times.test(meaning);
}

/** Finds the parameters that select a page of a list. `roles` are those of the response. */
export function findPageParameters(
  query: readonly RestParameter[],
  roles: ReadonlySet<PageRole>,
  item: SpecNode | undefined,
  schemas: SchemaReader,
): PageParameters {
  const hasSigns = roles.size > 0;
  const find = (names: RegExp, isFit: (one: RestParameter) => boolean): RestParameter | undefined =>
    query.find((one) => {
      const name = normalizeName(one.name);
      return names.test(name) && (hasSigns || !ambiguous.test(name)) && !isTime(one) && isFit(one);
    });
  const isNumber = (one: RestParameter): boolean => findForm(one, schemas) !== undefined;
  const number = find(pages, isNumber);
  const offset = number ? undefined : find(offsets, isNumber);
  const hasPlace = roles.has("next") || roles.has("cursor");
  const cursor = hasPlace
    ? (find(cursors, (one) => one !== number) ??
      find(keys, (one) => one !== number) ??
      find(/^(page|offset|start)$/, (one) => !isNumber(one)))
    : undefined;
  const counted = number ?? offset;
  return {
    ...(cursor && { cursor: cursor.argument }),
    ...(!cursor && !counted && findKey(query, roles, item)),
    ...(counted && readCounting(counted, number !== undefined, schemas)),
  };
}

/** Finds a cursor that is the ID of the last item, and the property that is this ID. */
function findKey(
  query: readonly RestParameter[],
  roles: ReadonlySet<PageRole>,
  item: SpecNode | undefined,
): PageParameters | undefined {
  const found = query.filter((one) => keys.test(normalizeName(one.name)) && !isTime(one));
  const forward = found.filter((one) => !/^(before|max)/.test(normalizeName(one.name)));
  const [parameter, ...others] = found.length === 1 ? found : forward;
  if (!parameter || !item || others.length > 0) return undefined;
  const name = normalizeName(parameter.name);
  const hasFlag = roles.has("more") || roles.has("end");
  // With both directions, only a flag shows that `after` leads to the older items.
  if (found.length > 1 && !hasFlag) return undefined;
  const isId =
    /\b(ids?|identifier|cursor|object)\b/i.test(parameter.meaning ?? "") || /id$|^searchafter$/.test(name);
  if (!hasFlag && !isId) return undefined;
  const properties = listProperties(item.resolveSchema());
  const property =
    name === "searchafter"
      ? "sort"
      : ["id", "ID", "Id", "_id", "uid", "key"].find((one) => properties.has(one));
  if (property === undefined || !properties.has(property)) return undefined;
  return { cursor: parameter.argument, key: [property] };
}

/** Reads a parameter that `x-pages` names: a cursor if the response has the next page, else a number. */
export function readPageParameter(
  parameter: RestParameter,
  hasNext: boolean,
  schemas: SchemaReader,
): PageParameters {
  const name = normalizeName(parameter.name);
  const isCounted = pages.test(name) || offsets.test(name);
  if (hasNext && !(isCounted && findForm(parameter, schemas))) return { cursor: parameter.argument };
  return readCounting(parameter, !offsets.test(name), schemas);
}

/** Reads from the description of a parameter how it counts. */
function readCounting(parameter: RestParameter, isPage: boolean, schemas: SchemaReader): PageParameters {
  const { argument, meaning = "", shape } = parameter;
  const form = findForm(parameter, schemas);
  const countsPages = isPage || pageWords.test(meaning);
  const first = readFirst(parameter, isPage);
  const { minimum } = resolve(shape, schemas);
  return {
    [countsPages ? "page" : "offset"]: argument,
    ...(first !== (countsPages ? 1 : 0) && { first }),
    ...(minimum === 1 && countsPages && { min: minimum }),
    ...(form !== undefined && form !== "number" && { form }),
  };
}

/** Words by which an offset counts pages. */
const pageWords =
  /\b(number|index) of (the )?page\b|\bpage (number|index|no)\b|\bpages to skip\b|\b(in|of|counts?) pages\b|\bwhich page\b|\bpage to (return|fetch|get|start|retrieve)\b/i;
const zeroWords =
  /\b(zero|0).?(based|indexed)\b|\b(start|begin|count)(s|ing|ed)? (at|from|with) (`|")?(0|zero)\b|\bfirst page (is|has|=) (page |number )*(`|")?(0|zero)\b|\(0\s?\.\.|\bindexed from (0|zero)\b/i;
const oneWords =
  /\b(one|1).?(based|indexed)\b|\b(start|begin|count)(s|ing|ed)? (at|from|with) (`|")?(1|one)\b|\bfirst page (is|has|=) (page |number )*(`|")?(1|one)\b|\(1\s?\.\.|\bindexed from (1|one)\b/i;

/** Returns the first number: the default, else by the words, else by the minimum, else the usual one. */
function readFirst({ annotations, meaning = "", shape }: RestParameter, isPage: boolean): number {
  const preset = annotations.default === undefined ? undefined : Number(annotations.default);
  if (preset === 0 || preset === 1) return preset;
  if (zeroWords.test(meaning)) return 0;
  if (oneWords.test(meaning)) return 1;
  if (shape.minimum === 0 || shape.minimum === 1) return shape.minimum;
  return isPage ? 1 : 0;
}

function resolve(shape: Shape, schemas: SchemaReader): Shape {
  return shape.ref === undefined ? shape : (schemas.named.get(shape.ref)?.shape ?? {});
}

/** Returns the form of a whole number; undefined if the parameter is none. */
function findForm(
  { shape, annotations }: RestParameter,
  schemas: SchemaReader,
): "number" | "bigint" | "text" | undefined {
  const { type } = resolve(shape, schemas);
  if (type === "bigint") return "bigint";
  if (type === "digits") return "text";
  if (["integer", "number", "safe integer"].includes(String(type))) return "number";
  const isDigits = /^\d+$/.test(String(annotations.default ?? annotations.example ?? ""));
  return type === "string" && isDigits ? "text" : undefined;
}
