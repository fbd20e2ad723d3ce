import { isUnstable } from "@stratus/convention";

/**
 * Returns whether a package, or the package of an element, makes no promise of compatibility.
 *
 * @param others Packages to treat as unstable in addition to those with an unstable version.
 */
export function isUnstablePackage(name: string, others: readonly string[] = []): boolean {
  return isUnstable(name) || others.some((one) => `${name}.`.startsWith(`${one}.`));
}
