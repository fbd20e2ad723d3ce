import { writeRpcStatus } from "../../../calls/error/rpc-status-bytes.js";
import { statusCodes } from "../../../calls/error/status-code.js";
import type { StatusDetail } from "../../../calls/error/call-error.js";
import { StatusError } from "../../../calls/error/status-error.js";
import { bytesFromBase64 } from "../../../messages/json/base64.js";
import { Metadata } from "../../../calls/rpc/metadata.js";
import { isRecord } from "../../../messages/table/field-access.js";
import type { Received } from "./web-metadata.js";

/** The number of a code as Connect writes it (Connect protocol, "Error codes"): `not_found`, and `canceled` with one l. */
const numbers: ReadonlyMap<string, number> = /*@__PURE__*/ new Map(
  /*@__PURE__*/ statusCodes.map((code, number) => [
    code === "CANCELLED" ? "canceled" : code.toLowerCase(),
    number,
  ]),
);

/**
 * The failure that Connect's JSON says: `{ code, message, details }`; undefined if the value says none.
 *
 * @param fallback The code of one that names none that is known.
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
  // Where gRPC has them, and all that reads errors looks.
  const carried: [string, Uint8Array][] =
    details.length > 0 ? [["grpc-status-details-bin", writeRpcStatus(code, text, details)]] : [];
  return new StatusError(code, text, header, Metadata.received([...trailer, ...carried]));
}

function readDetail(json: unknown): StatusDetail[] {
  if (!isRecord(json)) return [];
  const { type, value } = json;
  const bytes = typeof value === "string" ? bytesFromBase64(value) : undefined;
  return typeof type === "string" && bytes
    ? [{ typeName: type.slice(type.lastIndexOf("/") + 1), value: bytes }]
    : [];
}

/** JSON of bytes; undefined if they are none. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
