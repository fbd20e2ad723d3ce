/** Recognizes paginated methods (docs/conventions.md, "Pages"). */
import type { DescField, DescMessage, DescMethod } from "@bufbuild/protobuf";
import { isResource } from "./resource.js";
import { hasStringField, only } from "../base/message-fields.js";

/** A repeated message field. */
export type MessageList = DescField & { readonly fieldKind: "list"; readonly listKind: "message" };

/**
 * Finds the list in the response of a paginated method. Its request has `page_token`, and its response has `next_page_token` and one
 * list of messages, or several of which one contains resources. Returns undefined for any other method.
 */
export function findPage({ methodKind, input, output }: DescMethod): MessageList | undefined {
  if (
    methodKind !== "unary" ||
    !hasStringField(input, "page_token") ||
    !hasStringField(output, "next_page_token")
  ) {
    return undefined;
  }
  const lists = findMessageLists(output);
  return only(lists) ?? only(lists.filter(({ message }) => isResource(message)));
}

/**
 * Finds the items in the response of a List: those of its pages. Lists of few items often have no pages. Then it is the one list of
 * messages that are items, and the response has no `next_page_token`.
 *
 * @param isItem whether messages of a type are items
 */
export function findListItems(
  method: DescMethod,
  isItem: (message: DescMessage) => boolean,
): MessageList | undefined {
  const { methodKind, output } = method;
  if (methodKind !== "unary" || hasStringField(output, "next_page_token")) return findPage(method);
  return only(findMessageLists(output).filter(({ message }) => isItem(message)));
}

/** Returns the fields of a message that are lists of messages. */
function findMessageLists({ fields }: DescMessage): readonly MessageList[] {
  return fields.filter(
    (field): field is MessageList => field.fieldKind === "list" && field.listKind === "message",
  );
}
