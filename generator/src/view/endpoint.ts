import type { Endpoint } from "../model/api.js";
import { joined, literal, objectOf, plainName, string, type Code } from "../code/code.js";

/** What `defineService` is told of an endpoint. */
export function endpointCode(endpoint: Endpoint | undefined): Code {
  if (!endpoint) return literal("undefined");
  const text = string(endpoint.text);
  return endpoint.kind === "host" ? objectOf([["host", text]]) : text;
}

/** Where an endpoint is, for people: `compute.{api_domain}:443`. */
export function endpointText({ kind, text }: Endpoint): string {
  if (kind === "name") return `${text}.{api_domain}:443`;
  return text.includes(":") ? text : `${text}:443`;
}

/** The same in Markdown. */
export function endpointMarkdown(endpoint: Endpoint | undefined): Code {
  if (!endpoint) return literal("the one you name");
  const [host = "", port = "443"] = endpoint.text.split(":");
  const parts =
    endpoint.kind === "name"
      ? [plainName(host), literal(".{api_domain}:443")]
      : [plainName(host), literal(":"), plainName(port)];
  return joined([literal("`"), ...parts, literal("`")], "");
}
