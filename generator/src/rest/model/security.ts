import type { SpecNode } from "../read/spec-node.js";
import type { RestSecurityScheme } from "./rest-api.js";

/** Reads the supported security schemes. Adds findings about the others, whose credentials the program must send itself. */
export function readSecuritySchemes(root: SpecNode): readonly RestSecurityScheme[] {
  const entries = root.get("components")?.get("securitySchemes")?.entries() ?? [];
  return entries.flatMap(([name, given]) => {
    const node = given.tryResolve();
    if (!node) return [];
    const scheme = readSecurityScheme(name, node);
    if (!scheme) {
      const what = `The security scheme ${JSON.stringify(name)} has a type that \`auth\` does not support`;
      node.warn(what, "Send its credentials with the option `headers`");
    }
    return scheme ? [scheme] : [];
  });
}

function readSecurityScheme(name: string, node: SpecNode): RestSecurityScheme | undefined {
  const base = {
    name,
    description: node.readString("description") ?? "",
    keyName: "",
    tokenUrl: "",
    scopes: [],
  };
  const type = node.readString("type");
  const scheme = node.readString("scheme")?.toLowerCase();
  if (name === "__proto__") return undefined;
  if (type === "http" && scheme === "basic") return { ...base, kind: "basic" };
  if ((type === "http" && scheme === "bearer") || type === "openIdConnect")
    return { ...base, kind: "bearer" };
  if (type === "oauth2") {
    const flow = node.get("flows")?.get("clientCredentials");
    const tokenUrl = flow?.readString("tokenUrl") ?? "";
    // The other flows need a browser, so the program must get the token elsewhere.
    if (!flow || !URL.canParse(tokenUrl)) return { ...base, kind: "bearer" };
    const scopes = Object.keys(flow.getValue("scopes") ?? {});
    return { ...base, kind: "clientCredentials", tokenUrl, scopes };
  }
  const keyName = node.readString("name") ?? "";
  const kinds = { header: "headerKey", query: "queryKey", cookie: "cookieKey" } as const;
  const place = node.readString("in");
  const isPlace = place === "header" || place === "query" || place === "cookie";
  if (type !== "apiKey" || !isPlace || !/^[A-Za-z0-9!#$%&'*+.^_`|~[\]-]+$/.test(keyName)) return undefined;
  return { ...base, kind: kinds[place], keyName };
}

/** Reads the security requirements of an operation: alternative sets of schemes. Returns undefined if it has none. */
export function readSecurityRequirements(
  root: SpecNode,
  operation: SpecNode,
  schemes: readonly RestSecurityScheme[],
): readonly (readonly string[])[] | undefined {
  const node = operation.get("security") ?? root.get("security");
  const sets = (node?.items() ?? []).map((set) => Object.keys(set.value ?? {}));
  const known = sets.filter(
    (set) => set.length > 0 && set.every((name) => schemes.some((one) => one.name === name)),
  );
  return known.length > 0 ? known : undefined;
}
