import { isJsonObject, isSecretName, redactedText } from "@stratus/dynamic-client";
import type { GuideJson } from "@stratus/runtime/guide";

/** The password of a URL, and the block of a private key (RFC 3986, section 3.2.1; RFC 7468, section 10). */
const secretParts =
  /(?<=[a-z][a-z\d+.-]{0,30}:\/\/[^\s/?#:@"]{0,200}:)[^\s/?#@"]+(?=@)|-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/gi;

/** Hides the parts of a text that grant access by their form: passwords in URLs, and private keys. */
export function hideSecretParts(text: string): string {
  return text.includes("://") || text.includes("PRIVATE KEY")
    ? text.replace(secretParts, redactedText)
    : text;
}

/**
 * Whether an object is a pair whose `name` or `key` says that its `value` grants access, as in the environment of a container:
 * `{"name": "DB_PASSWORD", "value": "..."}`.
 */
export function isSecretPair(value: { readonly [name: string]: GuideJson }): boolean {
  const named = [value["name"], value["key"]].find((one) => typeof one === "string");
  return typeof named === "string" && isSecretName(named) && Object.hasOwn(value, "value");
}

/** Whether a number of a name grants access. Numbers of other secret names are counts, such as `tokens`. */
export function isSecretNumber(name: string): boolean {
  return /(?:password|passphrase|passwd|passcode|secret)$/i.test(name);
}

/** Whether a member of an object grants access, by its name or by that of the pair. */
export function isSecretMember(value: GuideJson | undefined, name: string): boolean {
  return isSecretName(name) || (name === "value" && isJsonObject(value) && isSecretPair(value));
}
