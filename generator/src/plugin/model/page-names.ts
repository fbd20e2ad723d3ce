import type { Package } from "./api.js";
import { NamePool, withSuffix } from "./name-pool.js";

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
export function decidePageNames(packages: readonly Package[]): ReadonlyMap<string, string> {
  return new Map(
    packages.flatMap(({ files }) => {
      const pool = new NamePool({ ignoresCase: true, reserved: ["types", "readme", ...deviceNames] });
      const services = files.flatMap((file) => file.services);
      return services.map(({ typeName, name }): [string, string] => [
        typeName,
        pool.take(withSuffix(name, "_")),
      ]);
    }),
  );
}
