import type { DescMessage, DescService } from "@bufbuild/protobuf";
import { hasString, identifierField, messageType } from "./shape.js";

/**
 * Whether the message has the shape of an operation (seed section 2): a string
 * `id`, a `status` of type google.rpc.Status, and a timestamp `finished_at`.
 */
export function isOperation(desc: DescMessage): boolean {
  return (
    hasString(desc, "id") &&
    messageType(desc, "status")?.typeName === "google.rpc.Status" &&
    messageType(desc, "finished_at")?.typeName === "google.protobuf.Timestamp"
  );
}

/** Whether the message is a page of operations. */
export function isOperationPage(desc: DescMessage): boolean {
  return (
    hasString(desc, "next_page_token") &&
    desc.fields.some(
      (field) => field.fieldKind === "list" && field.message !== undefined && isOperation(field.message),
    )
  );
}

/** Whether the service reads operations: its Get answers with one, and it has no endpoint of its own. */
export function isOperationService(service: DescService, endpointName: string | undefined): boolean {
  const get = service.methods.find((method) => method.name === "Get");
  return (
    endpointName === undefined &&
    get !== undefined &&
    isOperation(get.output) &&
    identifierField(get.input) !== undefined
  );
}
