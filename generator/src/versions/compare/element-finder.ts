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
  /** Services by the directory of their module and the prefix of their names: `compute/v1 DiskService`. */
  readonly #services = new Map<string, Origin>();

  constructor(surface: Surface, api: Api | undefined) {
    this.#api = api;
    for (const { names } of surface.entries.values()) {
      for (const { name, module, note, value } of names.values()) {
        if (note.origin?.element.startsWith("service ") && value?.kind === "class")
          this.#services.set(`${toDirectory(module)} ${name.replace(/Client\$?$/, "")}`, note.origin);
      }
    }
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
      return { subject, isDuplicate: isService || /(?:Handlers|Methods)\$?$/.test(name) };
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
      isDuplicate: isFacade(declared) || /^\w+Services$/.test(member.shape.text),
    };
  }

  /**
   * Finds the field, oneof or enum value behind a property. The result has no `element` if the property is none of them.
   */
  #findPart(owner: string, property: string): { role: Subject["role"]; element?: string } | undefined {
    const [kind, typeName = ""] = owner.split(" ");
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
    const field = [...fields].find((one) => isSameName(one.name, key));
    const title = `${owner.title}.${key}`;
    if (!field || !owner.place) return { ...owner, key: `${owner.key} ${key}`, title, role: "case" };
    const element = `field ${typeName}.${field.name}`;
    return { ...owner, key: element, title, role: "case", place: { ...owner.place, element } };
  }

  #findService({ name, module }: Declared): Origin | undefined {
    const stem = name.replace(/(?:Methods|Handlers|Server)\$?$/, "");
    return stem === name ? undefined : this.#services.get(`${toDirectory(module)} ${stem}`);
  }

  /** Finds the method behind a member of `DiskServiceMethods`, and behind `listAll` of a client. */
  #findRpc(declared: Declared, { name }: Member): Omit<Subject, "deprecated" | "entry"> | undefined {
    const service = declared.note.origin ?? this.#findService(declared);
    const [, typeName] = /^service (.*)$/.exec(service?.element ?? "") ?? [];
    if (service === undefined || typeName === undefined) return undefined;
    const methods = [...(this.#api?.services.get(typeName)?.methods.keys() ?? [])];
    const isPaged = declared.note.origin !== undefined;
    const rpc = methods.find((one) => isSameName(one, isPaged ? name.replace(/All\$?$/, "") : name));
    if (rpc === undefined || (isPaged && isSameName(rpc, name))) return undefined;
    const element = `rpc ${typeName}.${rpc}`;
    return { key: element, title: toRpcTitle(element), role: "rpc", place: { file: service.file, element } };
  }
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
