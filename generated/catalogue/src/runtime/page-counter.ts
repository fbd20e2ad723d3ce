/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from src/rest/runtime/page-counter.ts of protoc-gen-stratus. DO NOT EDIT. */
import type { PageRole, PageSigns } from "./page-signs.js";
import type { Pagination } from "./page-plan.js";

/** The number to request next. Without a number and a problem, the page is the last one. */
export interface CountedStep {
  readonly number?: number;
  /** The page came before, so it is not part of the list. */
  readonly isRepeated?: boolean;
  readonly problem?: string;
}

type Numbers = { readonly [role in PageRole]?: number };

/**
 * Counts the pages of a list by page number or by offset. The page numbers in responses decide how pages are counted:
 * a description may be wrong about the first one.
 */
export class PageCounter {
  readonly #plan: Pagination;
  /** The number in the latest request. Undefined if the server chose the first page. */
  #sent: number | undefined;
  /** The number that a request adds to the page number of a response. */
  #shift = 0;
  /** The number of the first page in responses, or the offset of the first item. */
  #base = 0;
  /** The page number of the latest response. */
  #own: number | undefined;
  #isOwnKnown = true;
  #hasRetried = false;
  #pages = 0;
  #items = 0;
  #largest = 1;
  #isTotalCount = false;
  readonly #startsInside: boolean;

  constructor(plan: Pagination, params: object) {
    this.#plan = plan;
    const given = (params as Readonly<Record<string, unknown>>)[plan.page ?? plan.offset ?? ""];
    this.#sent = given === undefined ? undefined : Number(given);
    this.#startsInside = given !== undefined;
  }

  /** Returns what follows a page with these signs and a number of items. `isSame` is whether it is the one before. */
  read({ hasMore, numbers }: PageSigns, length: number, isSame: boolean): CountedStep {
    const isOffset = this.#plan.page === undefined;
    if (this.#pages === 0) this.#start(isOffset ? numbers.offset : numbers.page);
    else {
      const repeated = this.#findRepetition(isOffset ? undefined : numbers.page, length, isSame);
      if (repeated) return repeated;
    }
    this.#pages++;
    this.#items += length;
    this.#largest = Math.max(this.#largest, length);
    if (isOffset) return this.#readOffset(numbers, length, hasMore);
    const own = this.#isOwnKnown ? (numbers.page ?? this.#next()) : this.#next();
    this.#own = own;
    const isEnd = hasMore === undefined && this.#isLast(own - this.#base + 1, numbers, length);
    return isEnd ? {} : this.#request(own + 1 + this.#shift);
  }

  /** Finds out how the server counts, from its first response. */
  #start(own: number | undefined): void {
    const { page, first = page === undefined ? 0 : 1, min = -Infinity } = this.#plan;
    const number = own ?? this.#sent ?? first;
    if (page === undefined) {
      this.#base = this.#startsInside ? first : number;
      this.#sent ??= number;
    } else {
      if (this.#startsInside) this.#shift = (this.#sent ?? number) - number;
      else this.#shift = Math.max(0, min - number);
      this.#base = this.#startsInside ? first - this.#shift : number;
      this.#own = number - 1;
    }
  }

  #next(): number {
    return (this.#own ?? 0) + 1;
  }

  #request(number: number): CountedStep {
    this.#sent = number;
    return { number };
  }

  /**
   * Compares a page with the one before. The second page shows whether pages are counted from 0 or 1: if it is the
   * first one again or the third one, the right one is requested.
   */
  #findRepetition(own: number | undefined, length: number, isSame: boolean): CountedStep | undefined {
    if (length === 0) return undefined;
    const [sent, expected] = [this.#sent ?? 0, this.#next()];
    const isOwn = own !== undefined && this.#isOwnKnown;
    if (isOwn && own === expected) return undefined;
    const canRetry = this.#pages === 1 && !this.#hasRetried;
    const retry = (shift: number): CountedStep => {
      this.#hasRetried = true;
      this.#shift += shift;
      return { isRepeated: true, ...this.#request(sent + shift) };
    };
    if (isSame) {
      if (canRetry && sent === 1 && this.#plan.page !== undefined) return retry(1);
      const problem = "the server returned the same page again, so the list would never end";
      return { isRepeated: true, problem };
    }
    if (!isOwn) return undefined;
    // A number that does not change is not the number of the page.
    if (own === this.#own) this.#isOwnKnown = false;
    else if (canRetry && Math.abs(own - expected) === 1) return retry(expected - own);
    else return { problem: `the server returned page ${own} instead of page ${expected}` };
    return undefined;
  }

  /** Whether totals, or an empty page without them, say that the page at this position is the last one. */
  #isLast(position: number, { pages, total, count, size }: Numbers, length: number): boolean {
    if (pages !== undefined) return position >= pages;
    const all = total ?? this.#readTotal(count, length);
    if (all === undefined) return length === 0;
    // Pages may be shorter than the server says, so its size counts if one page had it.
    const isFull = size === this.#largest || length === 0;
    return this.#items >= all || (isFull && position * this.#largest >= all);
  }

  /** Returns a `count` if it is a total. It may be the number of items of the page. */
  #readTotal(count: number | undefined, length: number): number | undefined {
    if (count !== undefined && count > length && length > 0) this.#isTotalCount = true;
    return this.#isTotalCount ? count : undefined;
  }

  #readOffset(numbers: Numbers, length: number, hasMore: boolean | undefined): CountedStep {
    const offset = this.#sent ?? 0;
    const { total, count, pages, size = 1 } = numbers;
    const all = total ?? this.#readTotal(count, length);
    const end = offset - this.#base + (size === this.#largest ? size : length);
    if (hasMore === undefined) {
      if (all === undefined ? length === 0 && !(this.#pages < (pages ?? 0)) : end >= all) return {};
    }
    const largest = this.#items > 0 ? this.#largest : Math.max(size, 1);
    return this.#request(offset + (length > 0 ? length : largest));
  }
}
