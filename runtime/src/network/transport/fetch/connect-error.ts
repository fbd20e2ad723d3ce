import { writeRpcStatus } from "../../../calls/error/rpc-status-bytes.js";
import { statusCodes } from "../../../calls/error/status-code.js";
import type { StatusDetail } from "../../../calls/error/call-error.js";
import { StatusError } from "../../../calls/error/status-error.js";
import { bytesFromBase64 } from "../../../messages/json/base64.js";
import { Metadata } from "../../../calls/rpc/metadata.js";
import { isRecord } from "../../../messages/table/field-access.js";
import type { Received } from "./web-metadata.js";

/** The numbers of the codes by their names in Connect (Connect protocol, "Error codes"), such as `not_found`. */
const numbers: ReadonlyMap<string, number> = /*@__PURE__*/ new Map(
  /*@__PURE__*/ statusCodes.map((code, number) => [
    code === "CANCELLED" ? "canceled" : code.toLowerCase(),
    number,
  ]),
);

/**
 * Parses an error of Connect, `{ code, message, details }`; undefined if the value is not one.
 *
 * @param fallback The code of an error whose own code is unknown.
 */
export function connectFailure(
  json: unknown,
  fallback: number,
  { header, trailer }: Received,
): StatusError | undefined {
  if (!isRecord(json)) return undefined;
  const code = numbers.get(String(json["code"])) ?? fallback;
  const text = typeof json["message"] === "string" ? json["message"] : "";
  const details = Array.isArray(json["details"]) ? json["details"].flatMap(readDetail) : [];
  // The same header as with gRPC, so that one reader serves both.
  const detailHeaders: [string, Uint8Array][] =
    details.length > 0 ? [["grpc-status-details-bin", writeRpcStatus(code, text, details)]] : [];
  return new StatusError(code, text, header, Metadata.received([...trailer, ...detailHeaders]));
}

function readDetail(json: unknown): StatusDetail[] {
  if (!isRecord(json)) return [];
  const { type, value } = json;
  const bytes = typeof value === "string" ? bytesFromBase64(value) : undefined;
  return typeof type === "string" && bytes
    ? [{ typeName: type.slice(type.lastIndexOf("/") + 1), value: bytes }]
    : [];
}

/** Parses JSON; undefined if the bytes are not JSON. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
