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
  const hasPages = hasStringField(request.desc, "page_token") && hasStringField(output, "next_page_token");
  const size = hasPages ? readPageSize(readInteger(request, "page_size")) : Infinity;
  const place = parsePageToken(readString(request, "page_token"), scope, listing.start);
  const found = listing.find(place, size + 1);
  const page = found.slice(0, size);
  const last = found.length > size ? page.at(-1)?.sequence : undefined;
  const { message } = build(output, {
    [items.name]: page.map(listing.render),
    ...(hasPages ? { next_page_token: last === undefined ? "" : printPageToken(last, scope) } : {}),
  });
  return { kind: "message", message };
}
