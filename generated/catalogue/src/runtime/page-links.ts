/* eslint-disable */
/* @generated */
/* Copied by `stratus openapi` from src/rest/runtime/page-links.ts of protoc-gen-stratus. DO NOT EDIT. */
import { CatalogueError } from "./error.js";
import type { Operation } from "./operation.js";

/** The links of the header `Link` (RFC 8288). */
export interface PageLinks {
  /** The target of the link to the next page. */
  readonly next: string | undefined;
  /** The header has links to other pages. Without `next`, this is the last one. */
  readonly hasOthers: boolean;
}

/** Reads the header `Link`. */
export function readLinkHeader(header: string): PageLinks {
  let next: string | undefined;
  let hasOthers = false;
  for (const [, target = "", attributes = ""] of header.matchAll(/<([^<>]*)>([^<]*)/g)) {
    const [, quoted, token] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(attributes) ?? [];
    const relations = (quoted ?? token ?? "").toLowerCase().split(/\s+/);
    if (relations.includes("next")) next ??= target;
    hasOthers ||= relations.some((one) => /^(prev|previous|first|last)$/.test(one));
  }
  return { next, hasOthers };
}

/** The response that has a link. */
interface LinkContext {
  /** The URL of the response. */
  readonly from: string;
  readonly baseUrl: string;
  /** The URL of the list. */
  readonly url: string;
  readonly operation: Operation<unknown>;
}

/**
 * Returns the URL of a link to the next page. The request to it has the credentials of the client, so it must have the
 * origin of `baseUrl` and a path below it. A server behind a proxy may not know either:
 *
 * - A link with `http:` to the same host is followed with the scheme of `baseUrl`.
 * - If the path of a link is not below `baseUrl`, its query is sent to the list, if it has described parameters alone.
 *
 * @throws An error with the reason `LINK_REFUSED` for any other link.
 */
export function resolveLink(link: string, { from, baseUrl, url, operation }: LinkContext): string {
  const base = new URL(baseUrl);
  const target = URL.canParse(link, from || url) ? new URL(link, from || url) : base;
  if (base.protocol === "https:" && target.protocol === "http:" && target.hostname === base.hostname) {
    target.protocol = base.protocol;
    target.port = base.port;
  }
  const prefix = base.pathname.replace(/\/*$/, "/");
  const isOurs = target.origin === base.origin && !target.username && !target.password;
  if (isOurs && target.pathname.startsWith(prefix)) return target.href;
  const names = new Set(operation.parameters?.map(({ location, name }) => location === "query" && name));
  const query = [...target.searchParams.keys()];
  if (isOurs && query.length > 0 && query.every((name) => names.has(name))) {
    const list = new URL(url);
    list.search = target.search;
    return list.href;
  }
  const what = isOurs
    ? `does not lead to a path below ${prefix}`
    : `leads to ${target.origin}, not to ${base.origin}`;
  throw new CatalogueError(
    "VALIDATION",
    `the link to the next page ${what}; read the pages with the parameters of the list, or set baseUrl to the server of the link`,
    { operation: operation.name, clientReason: "LINK_REFUSED" },
  );
}
