/**
 * Versions that promise nothing to those who use them: `v1alpha`, `v2beta1`, `v1p1beta1` (https://google.aip.dev/185),
 * and `v1test`, as buf has them.
 */
const unstable = /(?:^|\.)v\d+(?:p\d+)?(?:(?:alpha|beta)\d*|test\w*)(?:\.|$)/;

/** Whether a package, or an element by its full name, belongs to an unstable version. */
export function isUnstable(name: string): boolean {
  return unstable.test(name);
}
