import { isUnstable } from "@stratus/convention";

/**
 * Whether a package, or an element in it, promises nothing to those who use it.
 *
 * @param others Packages of which that is said, beside those whose version says it.
 */
export function isNameOfUnstable(name: string, others: readonly string[] = []): boolean {
  return isUnstable(name) || others.some((one) => `${name}.`.startsWith(`${one}.`));
}
