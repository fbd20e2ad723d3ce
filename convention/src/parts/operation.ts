/** Operations (docs/conventions.md, "Operations"). */
import type { DescMessage } from "@bufbuild/protobuf";
import { hasText, messageAt } from "../base/shape.js";

/** The message is an operation: a string `id`, a `status` of type google.rpc.Status, a timestamp `finished_at`. */
export function isOperation(message: DescMessage): boolean {
  return (
    hasText(message, "id") &&
    messageAt(message, "status")?.typeName === "google.rpc.Status" &&
    messageAt(message, "finished_at")?.typeName === "google.protobuf.Timestamp"
  );
}
