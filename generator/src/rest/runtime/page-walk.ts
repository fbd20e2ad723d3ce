import type { Input } from "./call-options.js";
import { ApiError, type Issue } from "./error.js";
import { isObject, ownProperty } from "./guard.js";
import { NextFinder, type NextRequest } from "./next-finder.js";
import type { Operation } from "./operation.js";
import { PageCounter } from "./page-counter.js";
import { readLinkHeader } from "./page-links.js";
import { isEmpty, readHeaderSigns, readSigns, type PageSigns } from "./page-signs.js";
import type { Pagination } from "./page-plan.js";

/** The step after a page. Without `next` and `error` it is the last one. */
export interface PageStep {
  /** The page is not part of the list: it came before, or it only showed that the list has ended. */
  readonly isHidden?: boolean;
  readonly next?: NextRequest | undefined;
  readonly error?: ApiError;
  /** The pages have another number of items than the responses say. Only after the last page. */
  readonly difference?: Issue;
}

/**
 * Decides from each response of a list which request is the next one. In this order: a response may say that it is the
 * last page; it may have a link or a cursor; it may have its page number and totals; an empty page is the last one.
 */
export class PageWalk {
  readonly #operation: Operation<unknown>;
  readonly #plan: Pagination;
  readonly #finder: NextFinder;
  readonly #counter: PageCounter;
  /** The requests that were made. */
  readonly #seen = new Set<string>();
  #latest: readonly unknown[] = [];
  /** An earlier page named the next one. */
  #hadNext = false;
  /** The number of pages that were read, without repeated ones. */
  count = 0;
  #items = 0;
  /** The totals of the responses. */
  readonly #totals = new Set<number | undefined>();
  #hadEmpty = false;
  readonly #startsInside: boolean;

  constructor(operation: Operation<unknown>, plan: Pagination, params: object = {}, input: Input = {}) {
    this.#operation = operation;
    this.#plan = plan;
    this.#finder = new NextFinder(operation, plan, params, input);
    this.#counter = new PageCounter(plan, this.#finder.given);
    const { cursor = "", page, offset } = plan;
    const given = this.#finder.given as Readonly<Record<string, unknown>>;
    this.#startsInside = [cursor, page, offset].some((name) => given[name ?? ""] !== undefined);
    if (this.#finder.cursor !== undefined) this.#seen.add(toText({ [cursor]: this.#finder.cursor }));
  }

  /** Returns what follows a page with these items. */
  read(data: unknown, items: readonly unknown[], { headers, url }: Response): PageStep {
    const signs = this.#readSigns(data, headers);
    const step = this.#decide(signs, items, headers, url);
    const difference = this.#compareTotal(signs, step, items.length);
    return difference ? { ...step, difference } : step;
  }

  /** Compares the number of items with the total, if all pages have the same one and the first page was read. */
  #compareTotal({ numbers }: PageSigns, step: PageStep, length: number): Issue | undefined {
    if (!step.isHidden) this.#items += length;
    // A server that leaves out items, so that a page before others is empty, counts them.
    this.#totals.add(length > 0 && this.#hadEmpty ? undefined : numbers.total);
    this.#hadEmpty ||= length === 0;
    const [total, ...others] = this.#totals;
    const isKnown = total !== undefined && others.length === 0 && !this.#startsInside;
    if (!isKnown || step.next || step.error || total === this.#items) return undefined;
    return { path: "", expected: `${total} items`, actual: `${this.#items} items`, kind: "total" };
  }

  #decide(signs: PageSigns, items: readonly unknown[], headers: Headers, url: string): PageStep {
    this.count++;
    this.#seen.add(`link ${url}`);
    const isSame = isSamePage(this.#latest, items);
    if (!isSame) this.#latest = items;
    const { hasMore } = signs;
    if (hasMore === false) return {};
    const link = readLinkHeader(headers.get("link") ?? "");
    const places = signs.next.filter(({ value }) => !isEmpty(value));
    const hasNext = places.length > 0 || link.next !== undefined;
    const saysNext = signs.next.length > 0 || link.hasOthers || this.#hadNext;
    if (saysNext && !hasNext && hasMore === undefined) return {};
    this.#hadNext ||= hasNext;
    const next = this.#finder.find({ ...signs, next: places }, link.next, items);
    if (next) return this.#goOn(next, url, isSame && isObject(items[0]));
    const { page, offset } = this.#plan;
    if (page !== undefined || offset !== undefined) return this.#count(signs, items.length, isSame);
    return hasNext || hasMore ? this.#fail("there are more pages, but the server does not say where") : {};
  }

  #readSigns(data: unknown, headers: Headers): PageSigns {
    const { items, next: path } = this.#plan;
    const inBody = readSigns(data, items);
    const inHeaders = readHeaderSigns(headers);
    const numbers = { ...inHeaders.numbers, ...inBody.numbers };
    const hasMore = inBody.hasMore ?? inHeaders.hasMore;
    if (!path) return { ...inBody, next: [...inBody.next, ...inHeaders.next], hasMore, numbers };
    const value = path.reduce<unknown>((part, name) => ownProperty(Object(part) as object, name), data);
    if (typeof value === "boolean") return { next: [], cursors: [], hasMore: value, numbers };
    return { next: [{ name: path.at(-1) ?? "", value }], cursors: [], hasMore, numbers };
  }

  /** Returns the step to a request that was not made before. */
  #goOn(next: NextRequest, url: string, isSame: boolean): PageStep {
    const { link, cursor } = next;
    const target = URL.canParse(link ?? "", url) ? new URL(link ?? "", url).href : link;
    const key = cursor === undefined ? `link ${target}` : toText(cursor);
    if (isSame || this.#seen.has(key)) {
      if (isSame) this.count--;
      const what = isSame ? "returned the same page" : "named the same next page";
      return { isHidden: isSame, ...this.#fail(`the server ${what} again, so the list would never end`) };
    }
    this.#seen.add(key);
    return { next };
  }

  #count(signs: PageSigns, length: number, isSame: boolean): PageStep {
    const { isRepeated = false, number, problem } = this.#counter.read(signs, length, isSame);
    if (isRepeated) this.count--;
    if (problem !== undefined) return { isHidden: isRepeated, ...this.#fail(problem) };
    if (number === undefined) return { isHidden: length === 0 && this.count > 1 };
    return { isHidden: isRepeated, next: this.#finder.count(number) };
  }

  #fail(what: string): PageStep {
    const pages = this.count === 1 ? "1 page was" : `${this.count} pages were`;
    const details = { operation: this.#operation.name, clientReason: "PAGES_INVALID" } as const;
    return { error: new ApiError("VALIDATION", `${what}; ${pages} read`, details) };
  }
}

/** Whether a page has the items of the one before, so that the server did not go on. */
function isSamePage(before: readonly unknown[], items: readonly unknown[]): boolean {
  if (items.length === 0 || before.length !== items.length) return false;
  return toText(before[0]) === toText(items[0]) && toText(before) === toText(items);
}

function toText(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? String(part) : part)) ?? "";
}
