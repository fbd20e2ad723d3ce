import type { Message } from "@bufbuild/protobuf";
import type { ReflectMessage } from "@bufbuild/protobuf/reflect";
import type { MessageList } from "@stratus/convention";
import { build } from "../messages/assign.js";
import { readInteger, readString } from "../messages/read.js";
import { parsePageToken, printPageToken, readPageSize } from "../resources/page.js";
import type { Invocation, Reply } from "./invocation.js";

/** The listed items, in an order in which each item has a place. */
export interface Listing<Item> {
  /** The conditions of the list, beside the method: page tokens are valid for nothing else. */
  readonly scope: readonly unknown[];
  /** The place at which the first page begins. */
  readonly start: number;
  /** Returns up to `count` items after a place. */
  readonly find: (place: number, count: number) => readonly Item[];
  readonly render: (item: Item) => Message;
}

/**
 * The page of a listing that a request asks for, with the token of the next one.
 *
 * @throws INVALID_ARGUMENT for a size or a token that cannot be
 */
export function listPage<Item extends { readonly sequence: number }>(
  call: Invocation,
  request: ReflectMessage,
  items: MessageList,
  listing: Listing<Item>,
): Reply {
  const scope = JSON.stringify([call.method.name, ...listing.scope]);
  const size = readPageSize(readInteger(request, "page_size"));
  const place = parsePageToken(readString(request, "page_token"), scope, listing.start);
  const found = listing.find(place, size + 1);
  const page = found.slice(0, size);
  const last = found.length > size ? page.at(-1)?.sequence : undefined;
  const { message } = build(call.method.desc.output, {
    [items.name]: page.map(listing.render),
    next_page_token: last === undefined ? "" : printPageToken(last, scope),
  });
  return { kind: "message", message };
}
