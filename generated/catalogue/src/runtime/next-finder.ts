/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from src/rest/runtime/next-finder.ts of protoc-gen-stratus. DO NOT EDIT. */
import type { Input } from "./call-options.js";
import { isObject, ownProperty } from "./guard.js";
import type { Operation } from "./operation.js";
import { hasRole, isEmpty, type NextValue, type PageSigns } from "./page-signs.js";
import type { Pagination } from "./page-plan.js";

type Params = Readonly<Record<string, unknown>>;

/** The request for the next page: by a parameter, by a property of the body, or by a link. */
export interface NextRequest {
  readonly params?: Params;
  readonly input?: Input;
  readonly link?: string;
  /** The value that selects the page; absent if it is a link. */
  readonly cursor?: unknown;
}

/** Makes the request for the next page from the places that a response has for it. */
export class NextFinder {
  readonly #operation: Operation<unknown>;
  readonly #plan: Pagination;
  readonly #params: Params;
  readonly #input: Input;
  /** The cursor of the latest request. */
  cursor: unknown;

  constructor(operation: Operation<unknown>, plan: Pagination, params: object, input: Input) {
    this.#operation = operation;
    this.#plan = plan;
    this.#params = params as Params;
    this.#input = input;
    this.cursor = ownProperty(Object(plan.isInBody ? input.body : params) as object, plan.cursor ?? "");
  }

  /** Returns the next request: by a value or a link that says *next*, by another cursor, by the last item. */
  find(
    { next, cursors }: PageSigns,
    headerLink: string | undefined,
    items: readonly unknown[],
  ): NextRequest | undefined {
    return (
      this.#findValue(next) ??
      this.#findLink(next, headerLink) ??
      this.#findCursor(cursors) ??
      this.#findKey(items)
    );
  }

  /** Returns the request for a page number or an offset. */
  count(number: number): NextRequest {
    const { page, offset = "", as } = this.#plan;
    return this.#set(page ?? offset, as ? as(number) : number);
  }

  #findValue(places: readonly NextValue[]): NextRequest | undefined {
    const { cursor, page, offset } = this.#plan;
    for (const { name, value } of places) {
      if (isObject(value)) {
        const known = [cursor, page, offset].find((one) => !isEmpty(ownProperty(value, one ?? "")));
        if (known !== undefined) return this.#set(known, ownProperty(value, known));
        const inner = Object.entries(value).find(([key, one]) => hasRole(key, "cursor") && !isEmpty(one));
        if (cursor !== undefined && inner) return this.#set(cursor, inner[1]);
      } else if (!this.#isLink(name, value)) {
        const isNumber = /^\d{1,15}$/.test(String(value));
        const isCursor = /cursor|token|marker|key|after/i.test(name) || !isNumber || !(page ?? offset);
        if (cursor !== undefined && isCursor) return this.#set(cursor, value);
        if (isNumber && (page ?? offset) !== undefined) return this.count(Number(value));
      }
    }
    return undefined;
  }

  #findLink(places: readonly NextValue[], headerLink: string | undefined): NextRequest | undefined {
    for (const { name, value } of places) {
      if (isObject(value)) {
        const link = ["href", "url", "uri", "link"].map((key) => ownProperty(value, key)).find((one) => one);
        if (typeof link === "string") return { link };
      } else if (this.#isLink(name, value)) return { link: String(value) };
    }
    return headerLink === undefined ? undefined : { link: headerLink };
  }

  /** Whether a value is a URL. A value that no parameter can have must be one. */
  #isLink(name: string, value: unknown): boolean {
    if (typeof value !== "string") return false;
    const { cursor, page, offset } = this.#plan;
    const hasParameter = [cursor, page, offset].some((one) => one !== undefined);
    return (
      /^https?:\/\/|^\/.*\?|^\?/i.test(value) || /(link|url|uri|href|path)$/i.test(name) || !hasParameter
    );
  }

  /** Returns the request with a cursor whose name does not say *next*. It may be that of the page itself. */
  #findCursor(cursors: readonly NextValue[]): NextRequest | undefined {
    const { cursor } = this.#plan;
    const found = cursors.filter(({ value }) => !isEmpty(value) && !isObject(value));
    const others = found.filter(({ value }) => value !== this.cursor);
    // `end_cursor` is the end of this page, while `cursor` may be its start.
    const best = others.find(({ name }) => /^(end|last|continu)/i.test(name)) ?? others[0] ?? found[0];
    return cursor === undefined || !best ? undefined : this.#set(cursor, best.value);
  }

  /** Returns the request with a property of the last item as the cursor. */
  #findKey(items: readonly unknown[]): NextRequest | undefined {
    const { cursor, key } = this.#plan;
    const value = key?.reduce<unknown>(
      (part, name) => ownProperty(Object(part) as object, name),
      items.at(-1),
    );
    return cursor === undefined || isEmpty(value) ? undefined : this.#set(cursor, value);
  }

  /** Returns the request with a value, in the type of the parameter. */
  #set(name: string, value: unknown): NextRequest {
    if (name === this.#plan.cursor) this.cursor = value;
    const key = { cursor: { [name]: value } };
    if (this.#plan.isInBody) {
      const body = { ...(Object(this.#input.body) as object), [name]: value };
      return { ...key, input: { ...this.#input, body } };
    }
    const guard = this.#operation.parameters?.find((one) => one.name === name)?.guard;
    const isNumber = typeof value === "string" && /^-?\d+$/.test(value);
    const types = isNumber ? [value, Number(value), BigInt(value)] : [value, String(value)];
    return { ...key, params: { ...this.#params, [name]: types.find((one) => guard?.(one)) ?? value } };
  }
}
