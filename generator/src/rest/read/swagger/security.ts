import { isJsonObject, type Json, type JsonObject } from "../json.js";
import { pickMembers } from "./values.js";

/** Converts `securityDefinitions` to security schemes. */
export function convertSchemes(definitions: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(definitions).map(([name, scheme]) => [
      name,
      isJsonObject(scheme) ? convertScheme(scheme) : scheme,
    ]),
  );
}

function convertScheme(scheme: JsonObject): Json {
  const { type, flow, description } = scheme;
  const base = description === undefined ? {} : { description };
  if (type === "basic") return { ...base, type: "http", scheme: "basic" };
  if (type !== "oauth2") return scheme;
  const words = pickMembers(scheme, (name) => ["authorizationUrl", "tokenUrl", "scopes"].includes(name));
  return { ...base, type, flows: { [flows.get(String(flow)) ?? "implicit"]: words } };
}

const flows: ReadonlyMap<string, string> = new Map([
  ["implicit", "implicit"],
  ["password", "password"],
  ["application", "clientCredentials"],
  ["accessCode", "authorizationCode"],
]);
