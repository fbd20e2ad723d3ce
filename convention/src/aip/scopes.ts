/** The scopes that an API asks of tokens: `google.api.oauth_scopes`. */
import type { DescService } from "@bufbuild/protobuf";
import type { CustomOptions } from "../base/options.js";

/** The scopes that a service asks for, in the order of the API; none if it does not say any. */
export function readScopes(service: DescService, options: CustomOptions): readonly string[] {
  const text = options.text(service, "oauth_scopes") ?? "";
  return text
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
}
