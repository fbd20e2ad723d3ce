import type { Json, JsonObject } from "../json.js";
import { listOf } from "./values.js";

/** A server for each scheme. Without a host it is where the description lies, which nobody knows. */
export function listServers({ host, schemes, basePath }: JsonObject): readonly Json[] {
  const path = typeof basePath === "string" ? basePath : "";
  if (typeof host !== "string") return path === "" ? [] : [{ url: path }];
  const known = listOf(schemes).filter((scheme) => /^https?$/.test(scheme));
  return (known.length > 0 ? known : ["https"]).map((scheme) => ({ url: `${scheme}://${host}${path}` }));
}
