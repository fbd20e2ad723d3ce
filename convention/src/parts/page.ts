/** Pages (docs/conventions.md, "Pages"). */
import type { DescField, DescMethod } from "@bufbuild/protobuf";
import { isResource } from "./resource.js";
import { hasText, only } from "../base/shape.js";

/** A field that holds a list of messages. */
export type MessageList = DescField & { readonly fieldKind: "list"; readonly listKind: "message" };

/**
 * The list of a response that comes page by page; undefined where the method
 * answers otherwise. The request has `page_token`, the response
 * `next_page_token` and one list of messages or, of several, one of resources.
 */
export function findPage({ methodKind, input, output }: DescMethod): MessageList | undefined {
  if (methodKind !== "unary" || !hasText(input, "page_token") || !hasText(output, "next_page_token")) {
    return undefined;
  }
  const lists = output.fields.filter(
    (field): field is MessageList => field.fieldKind === "list" && field.listKind === "message",
  );
  return only(lists) ?? only(lists.filter(({ message }) => isResource(message)));
}
