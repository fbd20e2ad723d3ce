import { isObject } from "./guard.js";

/** The meaning of a property of a response for its page. */
export type PageRole =
  | "next"
  | "cursor"
  | "more"
  | "end"
  | "page"
  | "pages"
  | "offset"
  | "size"
  | "total"
  | "count";

/** Names of properties by their role, in lower case and without other characters than letters and digits. */
const names: Readonly<Record<PageRole, RegExp>> = {
  next: /^(odata)?next(page|records|results|batch|set)?(link|url|uri|href|path|token|cursor|marker|key|offset|start|startat|startindex|skip|skiptoken|id|number|num|no|index|page|continuationtoken|after|position)?$/,
  cursor:
    /^(cursor|after|aftercursor|aftertoken|endcursor|lastcursor|continue|continuation|continuationtoken|paginationtoken|pagetoken|pagingtoken|marker|scrollid|bookmark|lastid|lastkey|lastevaluatedkey|searchafter|resumptiontoken|startingafter|cursormark|offset)$/,
  more: /^(has)?(more|next)(pages?|items|results|records|data|rows|entries|available|exists?|itemsincollection)?$|^(is)?truncated$/,
  end: /^(is)?(last|lastpage|end|done|finished|final|finalpage)$|^(is)?endof(list|results|data|records)$|^nomore(results|pages|data|items)?$/,
  page: /^(current|this)?page(number|num|no|index)?$|^current$|^number$/,
  pages:
    /^(total|num|numberof|max)?pages$|^(total|last|max)page$|^pages?(count|total)$|^totalpages?(count)?$|^lastpagenumber$|^last$/,
  offset: /^(page)?offset$|^skip$|^start(at|index|row)?$|^from$|^firstresult$/,
  size: /^(page)?(size|limit)$|^(items|results|rows)?perpage$|^maxresults$|^top$|^take$|^pagelen$/,
  total:
    /^total(count|items|elements|results|records|entries|rows|size|hits|number|objects|resources|matches)?$|^(items|records|results|overall|grand)total$|^nbhits$|^numfound$|^odatacount$|^matchcount$/,
  count: /^(item|result|record)?count$/,
};

const holders =
  /^(meta|metadata|paging|pages?|page(info|able|data|meta|details)?|pager|pagination(info|data|metadata|details)?|links?|cursors?|responsemetadata|resultinfo|resultset|listmetadata|listinfo|info|nav|navigation|additionaldata|searchmetadata|summary)$/;

/** Returns a name in lower case and without other characters than letters and digits. */
export function normalizeName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** Reports whether a property may have a role. The type of its value decides between several. */
export function hasRole(name: string, role: PageRole): boolean {
  return names[role].test(normalizeName(name));
}

/** Reports whether a property may be an object with properties about the page. */
export function isHolder(name: string): boolean {
  return holders.test(normalizeName(name));
}

/** A value that says where the next page is, with its name. */
export interface NextValue {
  readonly name: string;
  readonly value: unknown;
}

/** The signs of a response about its page. */
export interface PageSigns {
  /** Values whose names say *next*; null and empty ones mean the end. */
  readonly next: readonly NextValue[];
  /** Values that are cursors by other names. They may be those of this page. */
  readonly cursors: readonly NextValue[];
  /** There are more pages, by a boolean. */
  readonly hasMore: boolean | undefined;
  readonly numbers: { readonly [role in PageRole]?: number };
}

/** Reads the signs of a response, beside and around the list at the path `items`. */
export function readSigns(body: unknown, items: readonly string[] = []): PageSigns {
  const next: NextValue[] = [];
  const cursors: NextValue[] = [];
  const numbers: { [role in PageRole]?: number } = {};
  let hasMore: boolean | undefined;
  const read = (name: string, given: unknown): void => {
    const value = isFlagText(given) ? given === "true" : given;
    if (typeof value === "boolean") {
      if (hasRole(name, "more")) hasMore ??= value;
      else if (hasRole(name, "end")) hasMore ??= !value;
      return;
    }
    const number = readNumber(value);
    for (const role of countRoles) {
      if (number !== undefined && hasRole(name, role)) numbers[role] ??= number;
    }
    if (hasRole(name, "next")) next.push({ name, value });
    else if (hasRole(name, "cursor") && typeof value !== "number") cursors.push({ name, value });
  };
  const visit = (part: unknown, depth: number): void => {
    if (!isObject(part)) return;
    const entries = Object.entries(part);
    for (const [name, value] of entries) read(name, value);
    for (const [name, value] of entries) {
      if (Array.isArray(value)) next.push(...findNextRelations(name, value));
      else if (depth < 3 && (name === items[depth] || isHolder(name))) visit(value, depth + 1);
    }
  };
  visit(body, 0);
  return { next, cursors, hasMore, numbers };
}

/** Whether a value is a boolean that is written as text. */
function isFlagText(value: unknown): boolean {
  return value === "true" || value === "false";
}

const countRoles = ["page", "pages", "offset", "size", "total", "count"] as const;

/** Whether a place for the next page is empty, so that there is none. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "" || value === false || isEmptyObject(value);
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === "object" && Object.values(value ?? {}).every(isEmpty);
}

/** Returns a whole number that is a number, a bigint or text. */
export function readNumber(value: unknown): number | undefined {
  // An object `{ value, relation }` is a total; with another relation than `eq` it is a lower bound.
  if (isObject(value) && value["relation"] === "eq") return readNumber(value["value"]);
  const isWhole = typeof value === "string" ? /^\d{1,15}$/.test(value) : Number.isSafeInteger(Number(value));
  return isWhole && (typeof value === "number" || typeof value === "string" || typeof value === "bigint")
    ? Number(value)
    : undefined;
}

/** Returns the links of a list `[{ rel: "next", href }]` that lead to the next page. */
function findNextRelations(name: string, list: readonly unknown[]): readonly NextValue[] {
  if (!/^links?$/.test(normalizeName(name))) return [];
  return list.filter(isObject).flatMap((value) => {
    const relation = value["rel"] ?? value["relation"] ?? value["name"];
    return relation === "next" ? [{ name: "next", value }] : [];
  });
}

/** Reads the signs of headers such as `X-Next-Page`, `X-Total-Pages` and `X-WP-TotalPages`. */
export function readHeaderSigns(headers: Headers): PageSigns {
  const signs = [...headers].flatMap(([name, value]): readonly (readonly [string, unknown])[] => {
    const [, rest = ""] = /^(?:x-(?:wp-|pagination-)?|pagination-)(.+)$/.exec(name) ?? [];
    return rest === "" ? [] : [[rest, value]];
  });
  return readSigns(Object.fromEntries(signs));
}
