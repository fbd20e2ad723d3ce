/** A service's YAML (`google.api.Service`): its services, mixins among them, and what clients fill in. */
import { elementsOf, membersOf, textOf } from "./plain-value.js";

/** The parts of it that are read. */
export interface ServiceYaml {
  /** Where the API is: `secretmanager.googleapis.com`. */
  readonly host: string;
  /** Full names of its services, also of those whose protos are another API's. */
  readonly services: readonly string[];
  /** Fields that clients fill, by the full name of the method. */
  readonly populated: ReadonlyMap<string, readonly string[]>;
}

/**
 * Reads the contents of the file.
 * @throws An error if they are of another kind.
 */
export function readServiceYaml(contents: unknown): ServiceYaml {
  const { type, name, apis, publishing } = membersOf(contents);
  const host = textOf(name);
  if (type !== "google.api.Service" || host === undefined) {
    throw new Error(
      "it is not the YAML of a service, which begins with `type: google.api.Service` and has a `name`",
    );
  }
  const settings = elementsOf(membersOf(publishing)["method_settings"]).map(membersOf);
  return {
    host,
    services: elementsOf(apis).flatMap((one) => textOf(membersOf(one)["name"]) ?? []),
    populated: new Map(
      settings.flatMap(({ selector, auto_populated_fields: fields }): [string, string[]][] => {
        const method = textOf(selector);
        return method === undefined ? [] : [[method, elementsOf(fields).flatMap((one) => textOf(one) ?? [])]];
      }),
    ),
  };
}
