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
 * A page token: the place after which the next page begins. `scope` names what
 * is listed, since a token is of use for nothing else.
 */
export function printPageToken(place: number, scope: string): string {
  return Buffer.from(`${place.toString(36)}.${digest(scope)}`, "latin1").toString("base64url");
}

/**
 * The place that a page token stands for; `start` for the empty token, with
 * which every listing begins.
 *
 * @throws INVALID_ARGUMENT when the token is not one, or is of another listing
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
