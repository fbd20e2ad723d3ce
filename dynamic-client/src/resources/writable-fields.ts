import type { GuideField } from "@stratus/runtime/guide";
import { isManagedByServer } from "../messages/server-managed.js";
import type { Service } from "../sdk/service.js";

/**
 * Compares the type of a resource with the types of the requests that write it. The types of a REST API differ: requests
 * lack `readOnly` properties, and responses lack `writeOnly` ones.
 */
export class WritableFields {
  readonly #service: Service;
  readonly #resource: string;
  /** The names that requests can write, and the fields that only requests have, by the message of the resource. */
  readonly #names = new Map<string, Set<string>>();
  readonly #added = new Map<string, Map<string, GuideField>>();

  /** @param bodies The types of the requests. Without any, all fields are writable. */
  constructor(service: Service, resource: string, bodies: readonly string[]) {
    this.#service = service;
    this.#resource = resource;
    for (const body of bodies) this.#compare(resource, body, new Set());
  }

  /** Whether only the server writes a field of a message. */
  isServerManaged(type: string, field: GuideField): boolean {
    if (isManagedByServer(this.#service, this.#resource, type, field)) return true;
    // The version (AIP-154), which no document decides.
    if (type === this.#resource && field.name === "etag") return true;
    const names = this.#names.get(type);
    return names !== undefined && !names.has(field.name);
  }

  /** Returns the fields of a message that requests have and the resource lacks. */
  requestFields(type: string): readonly GuideField[] {
    return [...(this.#added.get(type)?.values() ?? [])];
  }

  #compare(type: string, body: string, seen: Set<string>): void {
    if (seen.has(`${type} ${body}`)) return;
    seen.add(`${type} ${body}`);
    const { fields } = this.#service.message(type);
    const written = this.#service.message(body).fields;
    const names = this.#names.get(type) ?? new Set();
    this.#names.set(type, names);
    for (const field of written) {
      names.add(field.name);
      const own = fields.find(({ name }) => name === field.name);
      if (own && this.#service.isDescribed(own) && this.#service.isDescribed(field))
        this.#compare(own.type ?? "", field.type ?? "", seen);
      if (own || !this.#service.isRest) continue;
      const added = this.#added.get(type) ?? new Map<string, GuideField>();
      this.#added.set(type, added.set(field.name, field));
    }
  }
}
