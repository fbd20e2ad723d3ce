/** Reads the OAuth scopes that an API requires of access tokens: `google.api.oauth_scopes`. */
import type { DescService } from "@bufbuild/protobuf";
import type { CustomOptions } from "../base/options.js";

/** Reads the scopes that a service requires, in the order of the API. */
export function readScopes(service: DescService, options: CustomOptions): readonly string[] {
  const text = options.text(service, "oauth_scopes") ?? "";
  return text
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
}
