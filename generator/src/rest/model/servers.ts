import type { SpecNode } from "../read/spec-node.js";
import type { RestServer } from "./rest-api.js";

/** Reads the servers with an absolute URL. Relative URLs depend on the location of the description. */
export function readServers(owner: SpecNode): readonly RestServer[] {
  return (owner.get("servers")?.items() ?? []).flatMap((node) => {
    const url = node.getValue("url");
    if (typeof url !== "string" || !/^(https?:|\{)/.test(url) || /[?#\s]/.test(url)) return [];
    const variables = (node.get("variables")?.entries() ?? []).flatMap(([name, variable]) => {
      const defaultValue = variable.getValue("default");
      const values = (variable.get("enum")?.items() ?? []).map(({ value }) => String(value));
      const description = variable.readString("description") ?? "";
      return url.includes(`{${name}}`)
        ? [{ name, defaultValue: String(defaultValue ?? values[0] ?? ""), values, description }]
        : [];
    });
    const server = { url, description: node.readString("description") ?? "", variables };
    return URL.canParse(resolveDefaultUrl(server)) && /^https?:/.test(resolveDefaultUrl(server))
      ? [server]
      : [];
  });
}

/** Returns the URL with the default values of its variables. */
export function resolveDefaultUrl({ url, variables }: RestServer): string {
  return variables
    .reduce((text, { name, defaultValue }) => text.replaceAll(`{${name}}`, defaultValue), url)
    .replace(/\/+$/, "");
}
