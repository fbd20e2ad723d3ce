/** A service's YAML (`google.api.Service`): its services, mixins among them, and what clients fill in. */
import { elementsOf, membersOf, textOf } from "./plain-value.js";

const serviceType = "google.api.Service";

/** The parts of it that are read. */
export interface ServiceYaml {
  /** The API's host, such as `secretmanager.googleapis.com`. */
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
  if (type !== serviceType || host === undefined) {
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

/** The contents of such a file without what is not read of them. */
export function partsOfServiceYaml(contents: unknown): unknown {
  const { host, services, populated } = readServiceYaml(contents);
  const settings = [...populated].map(([selector, fields]) => ({ selector, auto_populated_fields: fields }));
  return {
    type: serviceType,
    name: host,
    apis: services.map((name) => ({ name })),
    publishing: { method_settings: settings.filter((one) => one.auto_populated_fields.length > 0) },
  };
}
