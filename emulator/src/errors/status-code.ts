import { status } from "@grpc/grpc-js";

/** Name of a gRPC status code. */
export type StatusCode = keyof typeof status;

/** Whether the text is the name of a gRPC status code. */
export function isStatusCode(name: string): name is StatusCode {
  return /^[A-Z]/.test(name) && Object.hasOwn(status, name);
}
