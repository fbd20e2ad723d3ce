import { isUnstablePackage } from "../api/unstable.js";
import type { Finding } from "../finding/finding.js";
import { toPackage } from "../finding/titles.js";

/** Finds packages that became stable: `acme.v1` is new beside `acme.v1beta1`, or replaces it. */
export function compareStability(
  before: readonly { readonly name: string; readonly file: string }[],
  after: readonly { readonly name: string; readonly file: string }[],
): Finding[] {
  const [old, now] = [before, after].map(
    (list) => new Map(list.map(({ name, file }) => [toPackage(name), file])),
  );
  return [...(now ?? [])].flatMap(([name, file]): Finding[] => {
    if (old?.has(name) === true || isUnstablePackage(name)) return [];
    const draft = [...(old?.keys() ?? [])]
      .filter(
        (one) =>
          isUnstablePackage(one) &&
          one.startsWith(name) &&
          /^(?:p\d+)?(?:alpha|beta)/.test(one.slice(name.length)),
      )
      .sort()
      .at(-1);
    if (draft === undefined) return [];
    const subject = {
      key: `package ${name}`,
      title: name,
      role: "package",
      place: { file, element: "" },
    } as const;
    return [{ subject, difference: { kind: "stable", before: draft, after: name } }];
  });
}
