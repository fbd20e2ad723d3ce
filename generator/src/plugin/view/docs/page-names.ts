import { NamePool, withSuffix } from "../../../kit/text/name-pool.js";
import { type DocsPackage, simpleName } from "./docs-package.js";

/** Names that some system gives a meaning of its own. */
const deviceNames = [
  "con",
  "prn",
  "aux",
  "nul",
  ...Array.from({ length: 10 }, (_, digit) => [`com${digit}`, `lpt${digit}`]).flat(),
];

/**
 * What the pages of services are called, by the full names of the services: each after its service, which no
 * file system takes for another page of the folder.
 */
export function decidePageNames(packages: readonly DocsPackage[]): ReadonlyMap<string, string> {
  return new Map(
    packages.flatMap(({ services }) => {
      const pool = new NamePool({ ignoresCase: true, reserved: ["types", "readme", ...deviceNames] });
      return services.map(({ name }): [string, string] => [
        name,
        pool.take(withSuffix(simpleName(name), "_")),
      ]);
    }),
  );
}
