import type { Message } from "@bufbuild/protobuf";
import type { ReflectMessage } from "@bufbuild/protobuf/reflect";
import { hasStringField, type MessageList } from "@stratus/convention";
import { build } from "../messages/assign.js";
import { readInteger, readString } from "../messages/read.js";
import { parsePageToken, printPageToken, readPageSize } from "../resources/page.js";
import type { Invocation, Reply } from "./invocation.js";

/** A list of items, in which each item has a position. */
export interface Listing<Item> {
  /** The arguments of the list. Page tokens are valid only for the same method and arguments. */
  readonly scope: readonly unknown[];
  /** The position at which the first page begins. */
  readonly start: number;
  /** Returns up to `count` items after a position. */
  readonly find: (place: number, count: number) => readonly Item[];
  readonly render: (item: Item) => Message;
}

/** Whether a List answers page by page. Otherwise its response has all items. */
function hasPages({ method }: Invocation): boolean {
  const { input, output } = method.desc;
  return hasStringField(input, "page_token") && hasStringField(output, "next_page_token");
}

/** Returns the names of the request fields that select a page. A List without pages has none, so that it cannot ignore one. */
export function pageFields(call: Invocation): readonly string[] {
  return hasPages(call) ? ["page_size", "page_token"] : [];
}

/**
 * Returns the requested page of a list, with the token of the next one; all items if the method has no pages.
 *
 * @throws INVALID_ARGUMENT for an invalid page size or page token
 */
export function listPage<Item extends { readonly sequence: number }>(
  call: Invocation,
  request: ReflectMessage,
  items: MessageList,
  listing: Listing<Item>,
): Reply {
  const scope = JSON.stringify([call.method.name, ...listing.scope]);
  const { output } = call.method.desc;
  const isPaged = hasPages(call);
  const size = isPaged ? readPageSize(readInteger(request, "page_size")) : Infinity;
  const place = parsePageToken(readString(request, "page_token"), scope, listing.start);
  const found = listing.find(place, size + 1);
  const page = found.slice(0, size);
  const last = found.length > size ? page.at(-1)?.sequence : undefined;
  const { message } = build(output, {
    [items.name]: page.map(listing.render),
    ...(isPaged ? { next_page_token: last === undefined ? "" : printPageToken(last, scope) } : {}),
  });
  return { kind: "message", message };
}
