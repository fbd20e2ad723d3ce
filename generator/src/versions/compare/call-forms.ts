/**
 * The forms in which calls take messages (`CreateDiskInput`, `UpdateDiskWhole`). They follow from messages, whose fields, rules
 * and behaviours are compared by themselves; so they are read as the messages that they are of, and compared by what must be given.
 */
import type { Finding } from "../finding/finding.js";
import type { Declared, Entry, Member, Shape, Signature, Surface } from "../../surface/surface.js";
import type { Identity } from "./identity.js";

/** A surface without these forms, and the forms. */
export interface PlainSurface {
  readonly surface: Surface;
  readonly forms: readonly CallForm[];
}

/** A form, the message that it is of, and where that is. */
interface CallForm {
  readonly entry: string;
  readonly message: Declared;
  /** Members that must be given; all of a form that an Update takes are as in the message. */
  readonly demanded: readonly Member[];
}

/** Reads the forms of a surface as messages. */
export function withoutCallForms(surface: Surface): PlainSurface {
  const messages = new Map<string, string>();
  const forms: CallForm[] = [];
  for (const { path, names } of surface.entries.values()) {
    for (const [name, declared] of names) {
      const of = messageOf(declared);
      if (of === undefined) continue;
      const isInput = isGiven(declared);
      messages.set(name, isInput ? `MessageInit<${of}>` : of);
      const message = names.get(of);
      if (message && isInput) forms.push({ entry: path, message, demanded: demandedBy(declared) });
    }
  }
  return messages.size === 0 ? { surface, forms } : { surface: renamed(surface, messages), forms };
}

/** Fields that calls must give now and did not have to before. They only repeat a rule or a behaviour that has changed. */
export function compareCallForms(
  before: readonly CallForm[],
  after: readonly CallForm[],
  identity: Identity,
  wasThere: (entry: string, message: string) => boolean,
): Finding[] {
  const old = new Map(before.map(({ entry, message, demanded }) => [`${entry} ${message.name}`, demanded]));
  return after.flatMap(({ entry, message, demanded }) => {
    // Nobody called with a message that is new.
    if (!wasThere(entry, message.name)) return [];
    const was = new Set(old.get(`${entry} ${message.name}`)?.map(({ name }) => name));
    const added = demanded.filter(({ name }) => !was.has(name));
    return added.map((member): Finding => {
      const { about } = identity.ofMember(entry, message, member);
      return { about, what: { kind: "required", use: "made" }, isEcho: true };
    });
  });
}

/** The message that a type is a form of; undefined for other types. */
function messageOf({ type }: Declared): string | undefined {
  return /^ ?extends InputOf<([\w$]+)>$/.exec(type?.head ?? "")?.[1];
}

/** Inputs are readonly; a form that an Update takes is as the message is. */
function isGiven(declared: Declared): boolean {
  return membersOf(declared).some(({ isReadonly }) => isReadonly);
}

function demandedBy(declared: Declared): readonly Member[] {
  return membersOf(declared).filter(({ isOptional }) => !isOptional);
}

function membersOf({ type }: Declared): readonly Member[] {
  return type?.shape.kind === "object" ? type.shape.members : [];
}

function renamed({ entries, hidden }: Surface, messages: ReadonlyMap<string, string>): Surface {
  const text = (written: string): string =>
    written.replaceAll(/[A-Za-z_$][\w$]*/g, (word) => messages.get(word) ?? word);
  const shape = (one: Shape): Shape => renamedShape(one, text);
  const declared = (one: Declared): Declared => ({
    ...one,
    type: one.type && { ...one.type, shape: shape(one.type.shape) },
    value: one.value && { ...one.value, shape: shape(one.value.shape) },
  });
  const entry = (one: Entry): Entry => ({
    ...one,
    names: new Map(
      [...one.names].flatMap(([name, as]) => (messages.has(name) ? [] : [[name, declared(as)]])),
    ),
  });
  return {
    entries: new Map([...entries].map(([path, one]) => [path, entry(one)])),
    hidden: hidden.filter(({ name }) => !messages.has(name)).map(declared),
  };
}

function renamedShape(shape: Shape, text: (written: string) => string): Shape {
  const inside = (one: Shape): Shape => renamedShape(one, text);
  const signature = (one: Signature): Signature => ({
    ...one,
    text: text(one.text),
    parameters: one.parameters.map((parameter) => ({ ...parameter, shape: inside(parameter.shape) })),
    returns: inside(one.returns),
  });
  switch (shape.kind) {
    case "text":
      return { ...shape, text: text(shape.text) };
    case "object":
      return {
        ...shape,
        text: text(shape.text),
        members: shape.members.map((member) => ({ ...member, shape: inside(member.shape) })),
      };
    case "union":
      return {
        ...shape,
        text: text(shape.text),
        arms: shape.arms.map((arm) => ({ ...arm, shape: inside(arm.shape) })),
      };
    case "function":
      return { ...shape, text: text(shape.text), signatures: shape.signatures.map(signature) };
  }
}
