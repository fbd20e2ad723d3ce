/** Service errors, which say for programs what went wrong (docs/conventions.md, "Errors"). */
import type { DescMessage } from "@bufbuild/protobuf";
import { findField, findValue, type MessageField } from "../base/shape.js";

/** The scope of a retry after an error: the call, the unit of work around it, or nothing. */
export type RetryType = "CALL" | "UNIT_OF_WORK" | "NOTHING";

/** The message is a service error: it has an enum `retry_type`. */
export function isServiceError(message: DescMessage): boolean {
  return findField(message, "retry_type")?.fieldKind === "enum";
}

/** The kinds of a service error: the members of its oneofs that are messages. */
export function errorKinds(error: DescMessage): MessageField[] {
  const members = error.oneofs.flatMap((oneof) => oneof.fields);
  return members.filter((member): member is MessageField => member.fieldKind === "message");
}

/** The number of that value of the error's `retry_type`, by the end of its name; undefined where it has none. */
export function retryValue(error: DescMessage, retry: RetryType): number | undefined {
  const type = findField(error, "retry_type")?.enum;
  return type && findValue(type, retry)?.number;
}
