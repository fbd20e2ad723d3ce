/**
 * Compares the input types of calls, such as `CreateDiskInput` and `UpdateDiskWhole`. They derive from messages, whose
 * fields and rules are compared elsewhere. So they are read as their messages, and only required members are compared.
 */
import type { Finding } from "../finding/finding.js";
import type { Declared, Entry, Member, Shape, Signature, Surface } from "../../surface/surface.js";
import type { ElementFinder } from "./element-finder.js";

/** A surface without input types, and the input types. */
export interface PlainSurface {
  readonly surface: Surface;
  readonly forms: readonly CallForm[];
}

/** An input type, with its message and the entry point of the message. */
interface CallForm {
  readonly entry: string;
  readonly message: Declared;
  /** Members that callers must provide. */
  readonly requiredMembers: readonly Member[];
}

/** Replaces the input types of a surface by their messages. */
export function withoutCallForms(surface: Surface): PlainSurface {
  const messages = new Map<string, string>();
  const forms: CallForm[] = [];
  for (const { path, names } of surface.entries.values()) {
    for (const [name, declared] of names) {
      const of = findMessage(declared);
      if (of === undefined) continue;
      const isForInput = isInput(declared);
      messages.set(name, isForInput ? `MessageInit<${of}>` : of);
      const message = names.get(of);
      if (message && isForInput)
        forms.push({ entry: path, message, requiredMembers: listRequiredMembers(declared) });
    }
  }
  return messages.size === 0 ? { surface, forms } : { surface: renameInSurface(surface, messages), forms };
}

/** Finds fields that calls must now provide. They only repeat a validation rule or a behavior that changed. */
export function compareCallForms(
  before: readonly CallForm[],
  after: readonly CallForm[],
  identity: ElementFinder,
  wasThere: (entry: string, message: string) => boolean,
): Finding[] {
  const old = new Map(
    before.map(({ entry, message, requiredMembers }) => [`${entry} ${message.name}`, requiredMembers]),
  );
  return after.flatMap(({ entry, message, requiredMembers }) => {
    // No existing code calls with a new message.
    if (!wasThere(entry, message.name)) return [];
    const was = new Set(old.get(`${entry} ${message.name}`)?.map(({ name }) => name));
    const added = requiredMembers.filter(({ name }) => !was.has(name));
    return added.map((member): Finding => {
      const { subject } = identity.identifyMember(entry, message, member);
      return { subject, difference: { kind: "required", use: "made" }, isDuplicate: true };
    });
  });
}

/** Returns the message of an input type; undefined for other types. */
function findMessage({ type }: Declared): string | undefined {
  return /^ ?extends InputOf<([\w$]+)>$/.exec(type?.head ?? "")?.[1];
}

/** Input types are readonly; the whole resource that an Update takes is not. */
function isInput(declared: Declared): boolean {
  return listMembers(declared).some(({ isReadonly }) => isReadonly);
}

function listRequiredMembers(declared: Declared): readonly Member[] {
  return listMembers(declared).filter(({ isOptional }) => !isOptional);
}

function listMembers({ type }: Declared): readonly Member[] {
  return type?.shape.kind === "object" ? type.shape.members : [];
}

function renameInSurface({ entries, hidden }: Surface, messages: ReadonlyMap<string, string>): Surface {
  const text = (written: string): string =>
    written.replaceAll(/[A-Za-z_$][\w$]*/g, (word) => messages.get(word) ?? word);
  const shape = (one: Shape): Shape => renameInShape(one, text);
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

function renameInShape(shape: Shape, text: (written: string) => string): Shape {
  const inside = (one: Shape): Shape => renameInShape(one, text);
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
