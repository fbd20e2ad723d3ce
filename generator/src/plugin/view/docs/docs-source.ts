import { groupBy } from "../../../kit/group-by.js";
import { type GuideTypes, indexTypes, type CompleteGuide } from "../../../kit/complete-guide.js";
import type { DocsPackage } from "./docs-package.js";
import { findPlaces, type Places } from "./places.js";

/** A guide as pages are made of it, and where its parts have their places. */
export interface DocsSource {
  readonly index: CompleteGuide["index"];
  readonly packages: readonly DocsPackage[];
  readonly types: GuideTypes;
  readonly places: Places;
}

/** Puts a guide in the order of pages. */
export function readDocsSource(guide: CompleteGuide): DocsSource {
  const byName = groupBy(guide.files.values(), (file) => file.package);
  const packages = [...byName].map(([name, files]) => ({
    name,
    directory: (files[0]?.entry ?? "").replace("./", ""),
    services: files.flatMap(({ services }) => services),
    messages: files.flatMap(({ messages }) => Object.entries(messages)),
    enums: files.flatMap(({ enums }) => Object.entries(enums)),
  }));
  return {
    index: guide.index,
    packages,
    types: indexTypes(guide),
    places: findPlaces(packages, sourcesOf(guide)),
  };
}

/** The file of each service, message and enum, by full names. */
function sourcesOf({ files }: CompleteGuide): ReadonlyMap<string, string> {
  return new Map(
    [...files.values()].flatMap(({ source, services, messages, enums }) =>
      [...services.map(({ name }) => name), ...Object.keys(messages), ...Object.keys(enums)].map(
        (name) => [name, source] as const,
      ),
    ),
  );
}
