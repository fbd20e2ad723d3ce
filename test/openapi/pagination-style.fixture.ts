/** An item of every list. */
export interface Item {
  readonly id: string;
}

/** Where a page is in a list, for the answer of a server. */
export interface PageOf {
  readonly items: readonly Item[];
  /** Counted from 0. */
  readonly index: number;
  /** The number of pages. */
  readonly pages: number;
  readonly hasNext: boolean;
  /** Items in all. */
  readonly total: number;
  /** Items before this page. */
  readonly offset: number;
  readonly size: number;
  /** The URL of the page after, with the parameter of the style. */
  readonly nextUrl: (query: Readonly<Record<string, string | number>>, path?: string) => string;
}

/** A published style of pagination: the description of a list, and a server that answers by it. */
export interface Style {
  /** Query parameters. */
  readonly parameters: readonly object[];
  /** The schema of an answer. */
  readonly schema: object;
  readonly headers?: object;
  /** Returns the index of the requested page. */
  readonly find: (query: URLSearchParams, context: Lookup) => number;
  readonly body: (page: PageOf) => unknown;
  readonly responseHeaders?: (page: PageOf) => Readonly<Record<string, string>>;
  /** The last page with items does not say that it is the last, so a page without items follows. */
  readonly endsEmpty?: boolean;
  /** Items at an offset cannot be left out in the middle, or the cursor is the last item. */
  readonly hasNoEmptyPages?: boolean;
}

/** What a server knows to find a page. */
export interface Lookup {
  readonly size: number;
  /** Returns the index of the page after the item with an ID. */
  readonly after: (id: string) => number;
}

export const text = { type: "string" };
export const integer = { type: "integer" };
export const flag = { type: "boolean" };
export const nullableText = { type: ["string", "null"] };
export const item = { type: "object", required: ["id"], properties: { id: text } };
export const list = { type: "array", items: item };
export const object = (properties: object, required: readonly string[] = []): object => ({
  type: "object",
  properties,
  required,
});
export const query = (name: string, schema: object = text, description = ""): object => ({
  name,
  in: "query",
  schema,
  description,
});
export const number = (query: URLSearchParams, name: string, base: number): number =>
  Number(query.get(name) ?? base) - base;
/** An opaque cursor: `c2` is the page with index 2. */
export const cursor = (query: URLSearchParams, name: string): number =>
  Number((query.get(name) ?? "c0").slice(1));
export const token = ({ index, hasNext }: PageOf): string | undefined =>
  hasNext ? `c${index + 1}` : undefined;
export const offsetOf = (query: URLSearchParams, name: string, { size }: Lookup): number =>
  number(query, name, 0) / size;
