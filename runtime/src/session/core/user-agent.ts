import type { SessionWiring } from "../../calls/rpc/wiring.js";
import { invalidOption } from "../../base/text/options-error.js";

/** Version of this package, as `package.json` has it; a test compares the two. */
export const runtimeVersion = "0.1.0";

const printable = /^[\x20-\x7e]{1,200}$/;

/**
 * The `user-agent` of all calls, without the platform: the program, the SDK, the runtime.
 *
 * @throws An OptionsError if the program's part cannot be sent.
 */
export function userAgentText({ sdk }: SessionWiring, program: string | undefined): string {
  if (program !== undefined && !printable.test(program)) {
    throw invalidOption("userAgent", 'write up to 200 printable ASCII characters, such as "billing/1.4"');
  }
  const own = [`${productName(sdk.name)}/${productName(sdk.version)}`, `stratus/${runtimeVersion}`];
  return [...(program ? [program] : []), ...own].join(" ");
}

/** A package name as the name of a product (RFC 9110, section 10.1.5): no "@" and "/". */
function productName(name: string): string {
  return name.replace(/^@/, "").replace(/[^A-Za-z0-9._-]+/g, "-") || "sdk";
}
