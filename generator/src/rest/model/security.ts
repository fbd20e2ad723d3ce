import type { SpecNode } from "../read/spec-node.js";
import type { RestSecurityScheme, RestServer } from "./rest-api.js";
import { resolveApiUrl } from "./servers.js";

/** Reads the supported security schemes. Adds findings about the others, whose credentials the program must send itself. */
export function readSecuritySchemes(
  root: SpecNode,
  servers: readonly RestServer[],
): readonly RestSecurityScheme[] {
  const entries = root.get("components")?.get("securitySchemes")?.entries() ?? [];
  return entries.flatMap(([name, given]) => {
    const node = given.tryResolve();
    if (!node) return [];
    const scheme = readSecurityScheme(name, node, servers);
    if (!scheme) {
      const what = `The security scheme ${JSON.stringify(name)} has a type that \`auth\` does not support`;
      node.warn(what, "Send its credentials with the option `headers`");
    }
    return scheme ? [scheme] : [];
  });
}

function readSecurityScheme(
  name: string,
  node: SpecNode,
  servers: readonly RestServer[],
): RestSecurityScheme | undefined {
  const base = {
    name,
    description: node.readString("description") ?? "",
    keyName: "",
    tokenUrl: "",
    scopes: [],
  };
  const type = node.readString("type");
  const scheme = node.readString("scheme")?.toLowerCase();
  if (type === "http" && scheme === "basic") return { ...base, kind: "basic" };
  if ((type === "http" && scheme === "bearer") || type === "openIdConnect")
    return { ...base, kind: "bearer" };
  if (type === "oauth2") {
    const flow = node.get("flows")?.get("clientCredentials");
    // The other flows need a browser, so the program must get the token elsewhere.
    if (!flow) return { ...base, kind: "bearer" };
    const given = flow.readString("tokenUrl") ?? "";
    const tokenUrl = resolveApiUrl(given, servers);
    if (tokenUrl === undefined) {
      const what = `The tokenUrl ${JSON.stringify(given)} is not a URL, so the client cannot request a token`;
      flow.warn(what, "Correct it; until then programs give an access token");
      return { ...base, kind: "bearer" };
    }
    const scopes = Object.keys(flow.getValue("scopes") ?? {});
    return { ...base, kind: "clientCredentials", tokenUrl, scopes };
  }
  const keyName = node.readString("name") ?? "";
  const kinds = { header: "headerKey", query: "queryKey", cookie: "cookieKey" } as const;
  const place = node.readString("in");
  const isPlace = place === "header" || place === "query" || place === "cookie";
  if (
    type !== "apiKey" ||
    !isPlace ||
    keyName === "__proto__" ||
    !/^[A-Za-z0-9!#$%&'*+.^_`|~[\]-]+$/.test(keyName)
  )
    return undefined;
  return { ...base, kind: kinds[place], keyName };
}

/**
 * Reads the security requirements of an operation: alternative sets of schemes, without those that `auth` does not
 * support. An alternative that needs no credential of `auth` is an empty set at the end. Returns undefined if no
 * credential is needed.
 */
export function readSecurityRequirements(
  root: SpecNode,
  operation: SpecNode,
  schemes: readonly RestSecurityScheme[],
): readonly (readonly string[])[] | undefined {
  const node = operation.get("security") ?? root.get("security");
  const described = root.get("components")?.get("securitySchemes");
  const sets = (node?.items() ?? []).map((set) =>
    Object.keys(set.value ?? {}).filter((name) => {
      if (described?.get(name)) return schemes.some((one) => one.name === name);
      const what = `The security scheme ${JSON.stringify(name)} is not described, so its credentials are not sent`;
      set.warn(what, "Describe it in components.securitySchemes", `security scheme ${name}`);
      return false;
    }),
  );
  const known = sets.filter((set) => set.length > 0);
  if (known.length === 0) return undefined;
  return known.length < sets.length ? [...known, []] : known;
}
