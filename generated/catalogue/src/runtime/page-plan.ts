/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from src/rest/runtime/page-plan.ts of protoc-gen-stratus. DO NOT EDIT. */
/** The parameters that select a page of a list, and where its items are. Everything else is read from the responses. */
export interface Pagination {
  /** The path of the property with the items; absent if the response is the list. */
  readonly items?: readonly string[];
  /** Every page has the property with the items, even if it is empty. */
  readonly hasItems?: boolean;
  /** The path of the place of the next page; absent if it is found by its name. */
  readonly next?: readonly string[];
  /** The parameter for a cursor. */
  readonly cursor?: string;
  /** The cursor is a property of the body. */
  readonly isInBody?: boolean;
  /** The path of the property of the last item that is the cursor. */
  readonly key?: readonly string[];
  /** The parameter for a page number. */
  readonly page?: string;
  /** The parameter for an offset in items. */
  readonly offset?: string;
  /** The number of the first page or item: 0 or 1, as far as the description says. */
  readonly first?: number;
  /** The smallest number that the parameter accepts. */
  readonly min?: number;
  /** Converts a number into the type of the parameter; absent if it is a number. */
  readonly as?: (count: number) => unknown;
}
