/** Recognizes service errors, which describe an error for programs (docs/conventions.md, "Errors"). */
import type { DescMessage } from "@bufbuild/protobuf";
import { findField, findValue, type MessageField } from "../base/message-fields.js";

/** The scope of a retry after an error: the call, the unit of work around it, or nothing. */
export type RetryType = "CALL" | "UNIT_OF_WORK" | "NOTHING";

/** Whether the message is a service error: it has an enum `retry_type`. */
export function isServiceError(message: DescMessage): boolean {
  return findField(message, "retry_type")?.fieldKind === "enum";
}

/** Lists the kinds of a service error: the members of its oneofs that are messages. */
export function listErrorKinds(error: DescMessage): MessageField[] {
  const members = error.oneofs.flatMap((oneof) => oneof.fields);
  return members.filter((member): member is MessageField => member.fieldKind === "message");
}

/** Finds the number of a value of the error's `retry_type`, by the end of its name. */
export function findRetryValue(error: DescMessage, retry: RetryType): number | undefined {
  const type = findField(error, "retry_type")?.enum;
  return type && findValue(type, retry)?.number;
}
