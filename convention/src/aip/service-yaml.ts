/** Reads a service's YAML (`google.api.Service`): its services with mixins, and the fields that clients populate. */
import { readArray, readObject, readText } from "./json-value.js";

const serviceType = "google.api.Service";

/** The members of the file that are read. */
export interface ServiceYaml {
  /** The API's host, such as `secretmanager.googleapis.com`. */
  readonly host: string;
  /** The full names of its services and mixins. */
  readonly services: readonly string[];
  /** The fields that clients populate, by the full name of the method. */
  readonly autoPopulatedFields: ReadonlyMap<string, readonly string[]>;
}

/**
 * Reads the contents of the file.
 * @throws An error if the file has another format.
 */
export function readServiceYaml(contents: unknown): ServiceYaml {
  const { type, name, apis, publishing } = readObject(contents);
  const host = readText(name);
  if (type !== serviceType || host === undefined) {
    throw new Error(
      "this is not the YAML of a service, which begins with `type: google.api.Service` and has a `name`",
    );
  }
  const settings = readArray(readObject(publishing)["method_settings"]).map(readObject);
  return {
    host,
    services: readArray(apis).flatMap((one) => readText(readObject(one)["name"]) ?? []),
    autoPopulatedFields: new Map(
      settings.flatMap(({ selector, auto_populated_fields: fields }): [string, string[]][] => {
        const method = readText(selector);
        return method === undefined
          ? []
          : [[method, readArray(fields).flatMap((one) => readText(one) ?? [])]];
      }),
    ),
  };
}

/** Returns the contents of the file, reduced to the members that are read. */
export function reduceServiceYaml(contents: unknown): unknown {
  const { host, services, autoPopulatedFields } = readServiceYaml(contents);
  const settings = [...autoPopulatedFields].map(([selector, fields]) => ({
    selector,
    auto_populated_fields: fields,
  }));
  return {
    type: serviceType,
    name: host,
    apis: services.map((name) => ({ name })),
    publishing: { method_settings: settings.filter((one) => one.auto_populated_fields.length > 0) },
  };
}
