import type { Api } from "../api/api.js";
import type { About } from "../finding/finding.js";
import { isForeign, type Declared, type Member, type Origin, type Surface } from "../../surface/surface.js";
import { isSameName, rpcTitle, simpleName } from "../finding/titles.js";

/** What something of a surface is about, and whether it only repeats what another place says. */
export interface Identified {
  readonly about: About;
  readonly isEcho: boolean;
}

/** Tells what names and members of a surface were made of. */
export class Identity {
  readonly #api: Api | undefined;
  /** Services by the directory of their module and the start of the names that are theirs: `compute/v1 DiskService`. */
  readonly #services = new Map<string, Origin>();

  constructor(surface: Surface, api: Api | undefined) {
    this.#api = api;
    for (const { names } of surface.entries.values()) {
      for (const { name, module, note, value } of names.values()) {
        if (note.origin?.element.startsWith("service ") && value?.kind === "class")
          this.#services.set(`${directoryOf(module)} ${name.replace(/Client\$?$/, "")}`, note.origin);
      }
    }
  }

  /** A name that an entry point exports. */
  ofName(entry: string, declared: Declared): Identified {
    const { name, note } = declared;
    const more = { deprecated: note.deprecated, entry };
    if (isForeign(declared)) return own({ ...this.#ofForeign(entry, declared), ...more });
    if (note.origin) {
      const role = roleOf(note.origin.element);
      const title = role === "service" ? simpleName(note.origin.element) : name;
      return own({ key: note.origin.element, title, role, place: note.origin, ...more });
    }
    const service = this.#serviceOf(declared);
    if (service) {
      const about = { key: service.element, title: simpleName(service.element), role: "service" } as const;
      return { about: { ...about, place: service, ...more }, isEcho: true };
    }
    const about = { key: `name ${entry} ${name}`, title: name, role: "name" } as const;
    return { about: { ...about, place: moduleOf(declared), ...more }, isEcho: isFacade(declared) };
  }

  /** What another package has: a well-known type, or something that nothing more is known of. */
  #ofForeign(entry: string, { name, module }: Declared): About {
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

  /** A member of such a name. */
  ofMember(entry: string, declared: Declared, member: Member): Identified {
    const { name, note } = declared;
    const more = { deprecated: member.note.deprecated, entry };
    const { origin } = member.note;
    if (origin) {
      const isService = origin.element.startsWith("service ");
      const title = isService ? simpleName(origin.element) : rpcTitle(origin.element);
      const about = {
        key: origin.element,
        title,
        role: isService ? "service" : "rpc",
        place: origin,
        ...more,
      } as const;
      return { about, isEcho: isService || /(?:Handlers|Methods)\$?$/.test(name) };
    }
    const part = note.origin && this.#partOf(note.origin.element, member.name);
    if (note.origin && part) {
      const title = `${name}.${member.name}`;
      const { role, element = note.origin.element } = part;
      const key = part.element ?? `name ${title}`;
      return own({ key, title, role, place: { ...note.origin, element }, ...more });
    }
    // Whether callers say where a service is called follows from its endpoint.
    if (member.name === "constructor" && note.origin?.element.startsWith("service ") === true) {
      const { element } = note.origin;
      const about = { key: element, title: simpleName(element), role: "service" } as const;
      return { about: { ...about, place: note.origin, ...more }, isEcho: true };
    }
    const rpc = this.#rpcOf(declared, member);
    if (rpc) return { about: { ...rpc, ...more }, isEcho: true };
    const about = {
      key: `name ${entry} ${name}.${member.name}`,
      title: `${name}.${member.name}`,
      role: "member",
    } as const;
    return {
      about: { ...about, place: note.origin ?? moduleOf(declared), ...more },
      isEcho: isFacade(declared) || /^\w+Services$/.test(member.shape.text),
    };
  }

  /** What a property is in the message or the enum that its type was made of; without an element where it is nothing there. */
  #partOf(owner: string, property: string): { role: About["role"]; element?: string } | undefined {
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

  /** A case of a oneof, by the name of its field. */
  ofCase(owner: About, typeName: string, key: string): About {
    const fields = this.#api?.messages.get(typeName)?.fields.values() ?? [];
    const field = [...fields].find((one) => isSameName(one.name, key));
    const title = `${owner.title}.${key}`;
    if (!field || !owner.place) return { ...owner, key: `${owner.key} ${key}`, title, role: "case" };
    const element = `field ${typeName}.${field.name}`;
    return { ...owner, key: element, title, role: "case", place: { ...owner.place, element } };
  }

  #serviceOf({ name, module }: Declared): Origin | undefined {
    const stem = name.replace(/(?:Methods|Handlers|Server)\$?$/, "");
    return stem === name ? undefined : this.#services.get(`${directoryOf(module)} ${stem}`);
  }

  /** The rpc behind a member of `DiskServiceMethods`, and behind `listAll` of a client. */
  #rpcOf(declared: Declared, { name }: Member): Omit<About, "deprecated" | "entry"> | undefined {
    const service = declared.note.origin ?? this.#serviceOf(declared);
    const [, typeName] = /^service (.*)$/.exec(service?.element ?? "") ?? [];
    if (service === undefined || typeName === undefined) return undefined;
    const methods = [...(this.#api?.services.get(typeName)?.methods.keys() ?? [])];
    const isPaged = declared.note.origin !== undefined;
    const rpc = methods.find((one) => isSameName(one, isPaged ? name.replace(/All\$?$/, "") : name));
    if (rpc === undefined || (isPaged && isSameName(rpc, name))) return undefined;
    const element = `rpc ${typeName}.${rpc}`;
    return { key: element, title: rpcTitle(element), role: "rpc", place: { file: service.file, element } };
  }
}

function own(about: About): Identified {
  return { about, isEcho: false };
}

function roleOf(element: string): About["role"] {
  return element.startsWith("service ") ? "service" : element.startsWith("enum ") ? "enum" : "message";
}

/** A class of the facade, whose members follow from the services. */
function isFacade({ module, type }: Declared): boolean {
  if (module !== "services" || type?.shape.kind !== "object") return false;
  return type.shape.members.some(({ note }) => note.origin?.element.startsWith("service "));
}

/** Where a name is declared. */
function moduleOf({ module }: Declared): Origin {
  return { file: `${module}.ts`, element: "" };
}

function directoryOf(module: string): string {
  return module.slice(0, Math.max(0, module.lastIndexOf("/")));
}
