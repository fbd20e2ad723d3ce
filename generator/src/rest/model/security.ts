import type { SpecNode } from "../read/spec-node.js";
import type { RestScheme } from "./rest-api.js";

/** Schemes of credentials that can be sent; others are noted, and left to the program. */
export function readSchemes(root: SpecNode): readonly RestScheme[] {
  const entries = root.get("components")?.get("securitySchemes")?.entries() ?? [];
  return entries.flatMap(([name, given]) => {
    const node = given.tryResolve();
    if (!node) return [];
    const scheme = readScheme(name, node);
    if (!scheme) {
      const what = `The security scheme ${JSON.stringify(name)} is of a kind that \`auth\` does not know`;
      node.warn(what, "Send what it asks for by the option `headers`");
    }
    return scheme ? [scheme] : [];
  });
}

function readScheme(name: string, node: SpecNode): RestScheme | undefined {
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
    // The other flows need a browser and a person: a program has the token from elsewhere.
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

/** Sets of schemes of which an operation asks for one; undefined where it asks for none. */
export function readSecurity(
  root: SpecNode,
  operation: SpecNode,
  schemes: readonly RestScheme[],
): readonly (readonly string[])[] | undefined {
  const node = operation.get("security") ?? root.get("security");
  const sets = (node?.items() ?? []).map((set) => Object.keys(set.value ?? {}));
  const known = sets.filter(
    (set) => set.length > 0 && set.every((name) => schemes.some((one) => one.name === name)),
  );
  return known.length > 0 ? known : undefined;
}
