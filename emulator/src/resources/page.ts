import { createHash } from "node:crypto";
import { badRequest } from "../errors/refused-call.js";

/** Items of a page when the request does not say. */
const defaultPageSize = 100;
/** Items of a page at most, whatever the request says. */
const maxPageSize = 1000;

/**
 * Items of the page to return: the request's `page_size`, at most 1,000; 0
 * means 100.
 *
 * @throws INVALID_ARGUMENT when it is negative
 */
export function readPageSize(pageSize: bigint): number {
  if (pageSize < 0n)
    throw badRequest("page_size", `must not be negative, but is ${pageSize}; 0 lets the server choose`);
  if (pageSize === 0n) return defaultPageSize;
  return pageSize > BigInt(maxPageSize) ? maxPageSize : Number(pageSize);
}

/**
 * Formats a page token: the position after which the next page begins. `scope` identifies the list, because a token is valid only
 * for one list.
 */
export function printPageToken(place: number, scope: string): string {
  return Buffer.from(`${place.toString(36)}.${digest(scope)}`, "latin1").toString("base64url");
}

/**
 * Parses a page token to a position. The empty token of a first request means `start`.
 *
 * @throws INVALID_ARGUMENT if the token is malformed or belongs to another list
 */
export function parsePageToken(token: string, scope: string, start: number): number {
  if (token === "") return start;
  const [place = "", check] = Buffer.from(token, "base64url").toString("latin1").split(".");
  if (!/^[0-9a-z]{1,11}$/.test(place) || check === undefined) {
    throw badRequest("page_token", "is not a page token that this server has issued");
  }
  if (check !== digest(scope)) {
    throw badRequest(
      "page_token",
      "the token belongs to another listing; send the same request for every page",
    );
  }
  return Number.parseInt(place, 36);
}

function digest(scope: string): string {
  return createHash("sha256").update(scope).digest("base64url").slice(0, 12);
}
