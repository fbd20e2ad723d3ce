import type { SpecNode } from "../read/spec-node.js";
import type { RestServer } from "./rest-api.js";

/**
 * Reads the servers. A relative URL counts from `base`, and is left out without one, because it depends on the
 * location of the description.
 */
export function readServers(owner: SpecNode, base?: string): readonly RestServer[] {
  return (owner.get("servers")?.items() ?? []).flatMap((node) => {
    const given = node.getValue("url");
    const url = typeof given === "string" ? resolveServerUrl(given.trim(), base) : undefined;
    if (url === undefined || /[?#\s]/.test(url)) return [];
    const variables = readVariables(node, url);
    const known = new Set(variables.map(({ name }) => name));
    const missing = [...url.matchAll(/\{([^{}]*)\}/g)].find(([, name = ""]) => !known.has(name))?.[1];
    if (missing !== undefined) {
      const what = `The server ${JSON.stringify(url)} has the variable ${JSON.stringify(missing)}, which has no default, so the server is left out`;
      node.warn(what, "Describe it in `variables`, with a default");
      return [];
    }
    const server = { url, description: node.readString("description") ?? "", variables };
    return isHttpUrl(resolveDefaultUrl(server)) ? [server] : [];
  });
}

/** Reads the variables of a URL that have a value. */
function readVariables(node: SpecNode, url: string): RestServer["variables"] {
  return (node.get("variables")?.entries() ?? []).flatMap(([name, variable]) => {
    const listed = (variable.get("enum")?.items() ?? []).map(({ value }) => String(value));
    const given = variable.getValue("default") ?? listed[0];
    if (!url.includes(`{${name}}`) || given === undefined || given === null) return [];
    const defaultValue = String(given);
    const values = listed.length === 0 || listed.includes(defaultValue) ? listed : [...listed, defaultValue];
    if (values !== listed) {
      const what = `The default of the server variable ${JSON.stringify(name)} is not in its enum, so it is added`;
      variable.warn(what, "Add it to the enum, or choose one of its values");
    }
    return [{ name, defaultValue, values, description: variable.readString("description") ?? "" }];
  });
}

function resolveServerUrl(url: string, base: string | undefined): string | undefined {
  if (/^(https?:|\{)/i.test(url)) return url;
  const isRelative = base !== undefined && !/^[a-z][a-z0-9+.-]*:/i.test(url);
  if (!isRelative || !URL.canParse(url, base)) return undefined;
  // The braces of variables are escaped in a URL.
  return new URL(url, base).href.replace(/%7B/gi, "{").replace(/%7D/gi, "}");
}

/** Returns the URL with the default values of its variables. */
export function resolveDefaultUrl(server: RestServer): string {
  return fillDefaults(server).replace(/\/+$/, "");
}

function fillDefaults({ url, variables }: RestServer): string {
  return variables.reduce((text, { name, defaultValue }) => text.replaceAll(`{${name}}`, defaultValue), url);
}

/**
 * Returns a URL of the description as a client uses it: an absolute one, or a path on the host of the server, which a
 * program chooses. A relative URL counts from the first server (OpenAPI 3.1, section 4.7). Returns undefined for
 * another text.
 */
export function resolveApiUrl(url: string, [server]: readonly RestServer[]): string | undefined {
  const base = server ? fillDefaults(server) : "https://server.invalid/";
  if (url.trim() === "" || !URL.canParse(url, base)) return undefined;
  const resolved = new URL(url, base);
  if (!isHttpUrl(resolved.href)) return undefined;
  const isOnServer = !isAbsolute(url) && resolved.host === new URL(base).host;
  return isOnServer ? resolved.pathname + resolved.search : isAbsolute(url) ? url : resolved.href;
}

function isAbsolute(url: string): boolean {
  return /^https?:/i.test(url);
}

function isHttpUrl(url: string): boolean {
  return URL.canParse(url) && /^https?:/.test(new URL(url).href);
}
