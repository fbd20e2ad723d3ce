import type { Json, JsonObject } from "../json.js";
import { readStrings } from "./values.js";

/** Returns a server for each scheme. Without a host, the URL is relative to the location of the description. */
export function listServers({ host, schemes, basePath }: JsonObject): readonly Json[] {
  const path = typeof basePath === "string" ? basePath : "";
  if (typeof host !== "string") return path === "" ? [] : [{ url: path }];
  const known = readStrings(schemes).filter((scheme) => /^https?$/.test(scheme));
  return (known.length > 0 ? known : ["https"]).map((scheme) => ({ url: `${scheme}://${host}${path}` }));
}
