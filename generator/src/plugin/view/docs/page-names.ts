import { NamePool, withSuffix } from "../../../kit/text/name-pool.js";
import { type DocsPackage, simpleName } from "./docs-package.js";

/** Names that have a special meaning on some system. */
const deviceNames = [
  "con",
  "prn",
  "aux",
  "nul",
  ...Array.from({ length: 10 }, (_, digit) => [`com${digit}`, `lpt${digit}`]).flat(),
];

/**
 * Decides the names of the pages of services, by the full names of the services. Each is named after its service, and
 * no file system confuses it with another page of the folder.
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
