import { compare } from "../../../kit/compare.js";
import { groupBy } from "../../../kit/group-by.js";

/**
 * Returns the ID of an API: the beginning of the names of its packages, without their versions. `svc.compute.v1` and
 * `svc.iam.v1` are `svc`. If they begin with different names, most of them decide. Empty if no package has a name.
 */
export function findApiId(packages: readonly string[]): string {
  const paths = packages.map((name) => name.split(".").filter((part) => !/^(?:v\d\w*)?$/.test(part)));
  const groups = groupBy(
    paths.filter(([first]) => first !== undefined),
    ([first = ""]) => first,
  );
  const [largest] = [...groups.values()].sort(
    (a, b) => b.length - a.length || compare(a[0]?.[0] ?? "", b[0]?.[0] ?? ""),
  );
  const [shortest = []] = (largest ?? []).toSorted((a, b) => a.length - b.length);
  const end = shortest.findIndex((part, at) => largest?.some((path) => path[at] !== part));
  return shortest.slice(0, end < 0 ? undefined : end).join(".");
}
