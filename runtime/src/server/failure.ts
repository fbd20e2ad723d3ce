import type { Metadata as GrpcMetadata } from "@grpc/grpc-js";
import { CallError, type MessageType, type Method, type StatusDetail } from "../entries/generated/sdk-v1.js";
import { ImmutableFieldError, MaskSyntaxError } from "../entries/messages.js";
import { statusCodes } from "../calls/error/status-code.js";
import { writeRpcStatus } from "../calls/error/rpc-status-bytes.js";
import { badRequestDetail, sendable } from "./status-bytes.js";

/** The end of a failed call in the form that the library sends. */
export interface Failure {
  readonly code: number;
  readonly details: string;
  readonly metadata: GrpcMetadata;
}

/** The parts that a failure is made with. */
interface FailureContext {
  readonly method: Method;
  readonly serviceErrors: readonly MessageType<unknown>[];
  /** The metadata that the handler wants to be sent at the end. */
  readonly metadata: GrpcMetadata;
  /** Takes the errors that the caller does not see. */
  readonly report: (error: unknown) => void;
}

/**
 * The failure that the caller sees for an error. A CallError that the handler made is its
 * word for the caller. Any other error is UNKNOWN (gRPC spec, doc/statuscodes.md)
 * without its text, which may say what is nobody's business; so is the CallError
 * of a call that the handler made itself, which speaks of another service.
 */
export function toFailure(error: unknown, context: FailureContext): Failure {
  if (error instanceof CallError && error.method === undefined && error.operationId === undefined) {
    return toldFailure(error, context);
  }
  if (error instanceof ImmutableFieldError || error instanceof MaskSyntaxError) {
    return plainFailure("INVALID_ARGUMENT", error.message, context.metadata);
  }
  context.report(error);
  return plainFailure("UNKNOWN", `the handler of ${context.method.name} failed`, context.metadata);
}

/** A failure without details. */
function plainFailure(code: CallError["code"], text: string, metadata: GrpcMetadata): Failure {
  return { code: statusCodes.indexOf(code), details: sendable(text), metadata };
}

function toldFailure(error: CallError, context: FailureContext): Failure {
  const failure = plainFailure(error.code, error.text, context.metadata);
  const reported = error.violations.length > 0 ? [badRequestDetail(error.violations)] : [];
  const details = fitting([...encodeErrors(error, context), ...reported, ...error.details], context);
  if (details.length > 0) {
    const bytes = writeRpcStatus(failure.code, failure.details, details);
    failure.metadata.set("grpc-status-details-bin", Buffer.from(bytes));
  }
  if (error.retryDelayMs !== undefined && error.retryDelayMs >= 0) {
    failure.metadata.set(
      "grpc-retry-pushback-ms",
      String(Math.min(Math.round(error.retryDelayMs), 2 ** 31 - 1)),
    );
  }
  return failure;
}

/**
 * Clients take 8 KB of headers (the soft limit of gRPC's C core), and some wait
 * for ever for more than 64 KB. Bytes are a third longer in a header.
 */
const maxDetailBytes = 6_000;

/** The details that a client takes, from the first on. */
function fitting(details: readonly StatusDetail[], { report }: FailureContext): StatusDetail[] {
  let size = 0;
  const kept = details.filter(({ typeName, value }) => {
    const larger = size + typeName.length + value.length;
    if (larger <= maxDetailBytes) size = larger;
    return larger <= maxDetailBytes;
  });
  if (kept.length < details.length) {
    report(
      new RangeError(
        `${details.length - kept.length} of ${details.length} details of an error were left out: a client accepts ${maxDetailBytes} bytes`,
      ),
    );
  }
  return kept;
}

/** The service errors, each as the first of the API's types that it fits. */
function encodeErrors(error: CallError, { serviceErrors, report }: FailureContext): StatusDetail[] {
  return error.serviceErrors.flatMap((one): StatusDetail[] => {
    let misfit: unknown = new TypeError("the API has no type of service errors");
    for (const type of serviceErrors) {
      try {
        return [{ typeName: type.typeName, value: type.encode(type.create(one as object)) }];
      } catch (reason) {
        misfit = reason;
      }
    }
    report(misfit);
    return [];
  });
}
