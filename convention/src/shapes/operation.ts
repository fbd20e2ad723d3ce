/** Recognizes operations (docs/conventions.md, "Operations"). */
import type { DescMessage } from "@bufbuild/protobuf";
import { hasStringField, fieldMessage } from "../base/message-fields.js";

/** Whether the message has a string `id`, a `status` of type google.rpc.Status and a timestamp `finished_at`. */
export function isOperation(message: DescMessage): boolean {
  return (
    hasStringField(message, "id") &&
    fieldMessage(message, "status")?.typeName === "google.rpc.Status" &&
    fieldMessage(message, "finished_at")?.typeName === "google.protobuf.Timestamp"
  );
}
