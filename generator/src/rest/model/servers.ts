import type { SpecNode } from "../read/spec-node.js";
import type { RestServer } from "./rest-api.js";

/** The servers of a description or an operation that have an absolute URL; others depend on where the file lies. */
export function readServers(owner: SpecNode): readonly RestServer[] {
  return (owner.get("servers")?.items() ?? []).flatMap((node) => {
    const url = node.getValue("url");
    if (typeof url !== "string" || !/^(https?:|\{)/.test(url) || /[?#\s]/.test(url)) return [];
    const variables = (node.get("variables")?.entries() ?? []).flatMap(([name, variable]) => {
      const preset = variable.getValue("default");
      const values = (variable.get("enum")?.items() ?? []).map(({ value }) => String(value));
      const description = variable.readString("description") ?? "";
      return url.includes(`{${name}}`)
        ? [{ name, preset: String(preset ?? values[0] ?? ""), values, description }]
        : [];
    });
    const server = { url, description: node.readString("description") ?? "", variables };
    return URL.canParse(presetUrl(server)) && /^https?:/.test(presetUrl(server)) ? [server] : [];
  });
}

/** The URL with the values that its variables have by default. */
export function presetUrl({ url, variables }: RestServer): string {
  return variables
    .reduce((text, { name, preset }) => text.replaceAll(`{${name}}`, preset), url)
    .replace(/\/+$/, "");
}
