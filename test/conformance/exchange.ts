import {
  fromBinary,
  fromJson,
  toBinary,
  toJson,
  type DescMessage,
  type FileRegistry,
  type JsonObject,
} from "@bufbuild/protobuf";
import type { Engine } from "./engine.js";

/** A request of the runner, `conformance.ConformanceRequest`, in its JSON form. */
interface Request {
  readonly protobufPayload?: string;
  readonly jsonPayload?: string;
  readonly requestedOutputFormat?: string;
  readonly messageType?: string;
  readonly testCategory?: string;
}

/**
 * Answers one request of the runner. The messages of the exchange itself are read and written by
 * protobuf-es for every engine, so that a fault of an engine shows in its own messages only.
 */
export function answer(engine: Engine, registry: FileRegistry, bytes: Uint8Array): Uint8Array {
  const requests = messageIn(registry, "conformance.ConformanceRequest");
  const responses = messageIn(registry, "conformance.ConformanceResponse");
  // The proto of the suite is its contract; what it does not say is not read.
  const request = toJson(requests, fromBinary(requests, bytes)) as Request;
  return toBinary(responses, fromJson(responses, responseTo(engine, request)));
}

function responseTo(engine: Engine, request: Request): JsonObject {
  const { messageType: typeName = "", requestedOutputFormat: format } = request;
  // The first request asks for failures that are known beforehand; there are none.
  if (typeName === "conformance.FailureSet") return { protobufPayload: "" };
  if (!engine.has(typeName)) return { skipped: `there is no ${typeName}` };
  if (format !== "PROTOBUF" && format !== "JSON") return { skipped: `${format ?? "nothing"} is not written` };
  if (request.protobufPayload === undefined && request.jsonPayload === undefined)
    return { skipped: "only binary and JSON are read" };
  let message: unknown;
  try {
    message = read(engine, typeName, request);
  } catch (error) {
    return { parseError: String(error) };
  }
  try {
    return format === "JSON"
      ? { jsonPayload: engine.print(typeName, message) }
      : { protobufPayload: Buffer.from(engine.encode(typeName, message)).toString("base64") };
  } catch (error) {
    return { serializeError: String(error) };
  }
}

function read(engine: Engine, typeName: string, request: Request): unknown {
  const { protobufPayload, jsonPayload = "", testCategory } = request;
  if (protobufPayload !== undefined) return engine.decode(typeName, Buffer.from(protobufPayload, "base64"));
  return engine.parse(typeName, jsonPayload, testCategory === "JSON_IGNORE_UNKNOWN_PARSING_TEST");
}

function messageIn(registry: FileRegistry, typeName: string): DescMessage {
  const message = registry.getMessage(typeName);
  if (message) return message;
  throw new Error(`the protos of the suite have no ${typeName}`);
}
