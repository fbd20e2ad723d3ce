import type { Api } from "../api/api.js";
import type { Subject } from "../finding/finding.js";
import { isForeign, type Declared, type Member, type Origin, type Surface } from "../../surface/surface.js";
import { isSameName, toRpcTitle, toSimpleName } from "../finding/titles.js";

/** The element behind a part of a surface. */
export interface Identified {
  readonly subject: Subject;
  /** The part only repeats what another part of the surface states. */
  readonly isDuplicate: boolean;
}

/** Finds the elements from which the names and members of a surface were generated. */
export class ElementFinder {
  readonly #api: Api | undefined;
  /** Interfaces that belong to services, by the directory of their module and their name: `compute/v1 DiskServiceMethods`. */
  readonly #interfaces: ReadonlyMap<string, Origin>;
  /** The names of the classes with the clients of a package. */
  readonly #facades: ReadonlySet<string>;

  constructor(surface: Surface, api: Api | undefined) {
    this.#api = api;
    this.#interfaces = listInterfaces(surface, api);
    this.#facades = new Set([...(api?.names?.values() ?? [])].flatMap((names) => names.get("facade") ?? []));
  }

  /** Identifies a name that an entry point exports. */
  identifyName(entry: string, declared: Declared): Identified {
    const { name, note } = declared;
    const more = { deprecated: note.deprecated, entry };
    if (isForeign(declared)) return identified({ ...this.#identifyForeign(entry, declared), ...more });
    if (note.origin) {
      const role = findRole(note.origin.element);
      const title = role === "service" ? toSimpleName(note.origin.element) : name;
      return identified({ key: note.origin.element, title, role, place: note.origin, ...more });
    }
    const service = this.#findService(declared);
    if (service) {
      const subject = {
        key: service.element,
        title: toSimpleName(service.element),
        role: "service",
      } as const;
      return { subject: { ...subject, place: service, ...more }, isDuplicate: true };
    }
    const subject = { key: `name ${entry} ${name}`, title: name, role: "name" } as const;
    return {
      subject: { ...subject, place: toModuleOrigin(declared), ...more },
      isDuplicate: isFacade(declared),
    };
  }

  /** Identifies a name from another package: a well-known type, or an unknown name. */
  #identifyForeign(entry: string, { name, module }: Declared): Subject {
    const typeName = `google.protobuf.${name}`;
    const message = this.#api?.messages.get(typeName);
    const type = message ?? this.#api?.enums.get(typeName);
    if (!type)
      return {
        key: `name ${entry} ${name}`,
        title: name,
        role: "name",
        place: { file: module, element: "" },
        entry,
      };
    const role = message ? "message" : "enum";
    const element = `${role} ${typeName}`;
    return { key: element, title: name, role, place: { file: type.file, element }, entry };
  }

  /** Identifies a member of an exported name. */
  identifyMember(entry: string, declared: Declared, member: Member): Identified {
    const { name, note } = declared;
    const more = { deprecated: member.note.deprecated, entry };
    const { origin } = member.note;
    if (origin) {
      const isService = origin.element.startsWith("service ");
      const title = isService ? toSimpleName(origin.element) : toRpcTitle(origin.element);
      const subject = {
        key: origin.element,
        title,
        role: isService ? "service" : "rpc",
        place: origin,
        ...more,
      } as const;
      return { subject, isDuplicate: isService || this.#findService(declared) !== undefined };
    }
    const part = note.origin && this.#findPart(note.origin.element, member.name);
    if (note.origin && part) {
      const title = `${name}.${member.name}`;
      const { role, element = note.origin.element } = part;
      const key = part.element ?? `name ${title}`;
      return identified({ key, title, role, place: { ...note.origin, element }, ...more });
    }
    // The parameters of the constructor follow from the endpoint of the service.
    if (member.name === "constructor" && note.origin?.element.startsWith("service ") === true) {
      const { element } = note.origin;
      const subject = { key: element, title: toSimpleName(element), role: "service" } as const;
      return { subject: { ...subject, place: note.origin, ...more }, isDuplicate: true };
    }
    const rpc = this.#findRpc(declared, member);
    if (rpc) return { subject: { ...rpc, ...more }, isDuplicate: true };
    const subject = {
      // Several entry points may export the same declaration.
      key: `name ${declared.module} ${name}.${member.name}`,
      title: `${name}.${member.name}`,
      role: "member",
    } as const;
    return {
      subject: { ...subject, place: note.origin ?? toModuleOrigin(declared), ...more },
      isDuplicate: isFacade(declared) || this.#facades.has(member.shape.text),
    };
  }

  /**
   * Finds the field, oneof or enum value behind a property. The result has no `element` if the property is none of them.
   */
  #findPart(owner: string, property: string): { role: Subject["role"]; element?: string } | undefined {
    const [kind, typeName = ""] = owner.split(" ");
    const named = this.#findMember(typeName, property);
    if (named !== undefined && kind === "enum") return { role: "value", element: `value ${named}` };
    const isField = this.#api?.messages.get(typeName)?.fields.has(toSimpleName(named ?? "")) === true;
    if (named !== undefined && kind === "message")
      return isField
        ? { role: "field", element: `field ${named}` }
        : { role: "oneof", element: `oneof ${named}` };
    if (kind === "enum") {
      const values = [...(this.#api?.enums.get(typeName)?.values.keys() ?? [])];
      const value =
        values.find((one) => one === property) ?? values.find((one) => one.endsWith(`_${property}`));
      return { role: "value", element: `value ${typeName}.${value ?? property}` };
    }
    if (kind !== "message") return undefined;
    const fields = [...(this.#api?.messages.get(typeName)?.fields.values() ?? [])];
    const field = fields.find((one) => isSameName(one.name, property));
    if (field) return { role: "field", element: `field ${typeName}.${field.name}` };
    const { oneof } = fields.find((one) => one.oneof !== undefined && isSameName(one.oneof, property)) ?? {};
    return oneof === undefined
      ? { role: "member" }
      : { role: "oneof", element: `oneof ${typeName}.${oneof}` };
  }

  /** Identifies a case of a oneof by the name of its field. */
  identifyCase(owner: Subject, typeName: string, key: string): Subject {
    const fields = this.#api?.messages.get(typeName)?.fields.values() ?? [];
    const named = this.#findMember(typeName, key);
    const field = [...fields].find(({ name }) =>
      named === undefined ? isSameName(name, key) : `${typeName}.${name}` === named,
    );
    const title = `${owner.title}.${key}`;
    if (!field || !owner.place) return { ...owner, key: `${owner.key} ${key}`, title, role: "case" };
    const element = `field ${typeName}.${field.name}`;
    return { ...owner, key: element, title, role: "case", place: { ...owner.place, element } };
  }

  /** Finds the field, oneof, enum value or rpc that has a name in TypeScript, by its full name. */
  #findMember(owner: string, name: string, role: "name" | "all" = "name"): string | undefined {
    const { messages, enums, services, names } = this.#api ?? {};
    const message = messages?.get(owner);
    const parts = [
      ...(message?.fields.keys() ?? []),
      ...(message?.oneofs.keys() ?? []),
      ...(enums?.get(owner)?.values.keys() ?? []),
      ...(services?.get(owner)?.methods.keys() ?? []),
    ].map((part) => `${owner}.${part}`);
    return parts.find((part) => names?.get(part)?.get(role) === name);
  }

  #findService({ name, module }: Declared): Origin | undefined {
    return this.#interfaces.get(`${toDirectory(module)} ${name}`);
  }

  /** Finds the method behind a member of `DiskServiceMethods`, and behind `listAll` of a client. */
  #findRpc(declared: Declared, { name }: Member): Omit<Subject, "deprecated" | "entry"> | undefined {
    const service = declared.note.origin ?? this.#findService(declared);
    const [, typeName] = /^service (.*)$/.exec(service?.element ?? "") ?? [];
    if (service === undefined || typeName === undefined) return undefined;
    const isClient = declared.note.origin !== undefined;
    const rpc = this.#findMember(typeName, name, isClient ? "all" : "name");
    if (rpc === undefined) return undefined;
    const element = `rpc ${rpc}`;
    return { key: element, title: toRpcTitle(element), role: "rpc", place: { file: service.file, element } };
  }
}

/** The names of a service that are interfaces without a comment that names the service. */
const interfaceRoles = ["methods", "handlers", "server"];

function listInterfaces({ entries }: Surface, api: Api | undefined): ReadonlyMap<string, Origin> {
  const declared = [...entries.values()].flatMap(({ names }) => [...names.values()]);
  const clients = declared.filter(({ note }) => note.origin?.element.startsWith("service ") === true);
  return new Map(
    clients.flatMap(({ module, note: { origin } }) =>
      interfaceRoles.flatMap((role): [string, Origin][] => {
        const name = api?.names?.get(toSimpleElement(origin?.element ?? ""))?.get(role);
        return name === undefined || !origin ? [] : [[`${toDirectory(module)} ${name}`, origin]];
      }),
    ),
  );
}

/** Returns `acme.v1.DiskService` for `service acme.v1.DiskService`. */
function toSimpleElement(element: string): string {
  return element.slice(element.indexOf(" ") + 1);
}

function identified(subject: Subject): Identified {
  return { subject, isDuplicate: false };
}

function findRole(element: string): Subject["role"] {
  return element.startsWith("service ") ? "service" : element.startsWith("enum ") ? "enum" : "message";
}

/** Returns whether a name is the class whose members are the clients of all services. */
function isFacade({ module, type }: Declared): boolean {
  if (module !== "services" || type?.shape.kind !== "object") return false;
  return type.shape.members.some(({ note }) => note.origin?.element.startsWith("service "));
}

/** Returns the module that declares a name. */
function toModuleOrigin({ module }: Declared): Origin {
  return { file: `${module}.ts`, element: "" };
}

function toDirectory(module: string): string {
  return module.slice(0, Math.max(0, module.lastIndexOf("/")));
}
