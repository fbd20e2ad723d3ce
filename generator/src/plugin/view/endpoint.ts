import type { Endpoint } from "../model/api.js";
import { code, objectOf, plainName, string, type Code } from "../../kit/code/code.js";

/** The place at which a service is called. */
interface Called {
  readonly endpoint?: Endpoint | undefined;
  readonly isAtSession?: boolean | undefined;
}

/** Prints the endpoint for `defineService`. */
export function endpointCode(endpoint: Endpoint | undefined): Code {
  if (!endpoint) return code`undefined`;
  const text = string(endpoint.text);
  return endpoint.kind === "host" ? objectOf([["host", text]]) : text;
}

/** Returns the endpoint of a service as the end of a sentence. */
export function endpointPhrase({ endpoint, isAtSession }: Called): string {
  if (endpoint) return `\`${endpointText(endpoint)}\``;
  return isAtSession ? "the session's `endpoint`" : "the one that you name";
}

/** Returns the endpoint for people: `compute.{api_domain}:443`. */
export function endpointText({ kind, text }: Endpoint): string {
  if (kind === "name") return `${text}.{api_domain}:443`;
  return text.includes(":") ? text : `${text}:443`;
}

/** The same in Markdown. */
export function endpointMarkdown({ endpoint, isAtSession }: Called): Code {
  if (!endpoint) return isAtSession ? code`the session's \`endpoint\`` : code`the one you name`;
  const [host = "", port = "443"] = endpoint.text.split(":");
  return endpoint.kind === "name"
    ? code`\`${plainName(host)}.{api_domain}:443\``
    : code`\`${plainName(host)}:${plainName(port)}\``;
}
