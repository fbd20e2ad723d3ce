/**
 * An input of the judge: the members of a request that callers must pass. Input types, such as `CreateDiskInput` and
 * `UpdateDiskWhole`, repeat messages, which the judge compares. So they are read as their messages.
 */
import type { Declared, Entry, Member, Shape, Signature, Surface } from "../../surface/surface.js";

/** A surface without input types, and the input types. */
export interface PlainSurface {
  readonly surface: Surface;
  readonly inputs: readonly RequestInput[];
}

/** An input type, with its message and the entry point of the message. */
export interface RequestInput {
  readonly entry: string;
  readonly message: Declared;
  /** Members that callers must provide. */
  readonly requiredMembers: readonly Member[];
}

/** Replaces the input types of a surface by their messages. */
export function withoutRequestInputs(surface: Surface): PlainSurface {
  const messages = new Map<string, string>();
  const inputs: RequestInput[] = [];
  for (const { path, names } of surface.entries.values()) {
    for (const [name, declared] of names) {
      const of = findMessage(declared);
      if (of === undefined) continue;
      const isForInput = isInput(declared);
      messages.set(name, isForInput ? `MessageInit<${of}>` : of);
      const message = names.get(of);
      if (message && isForInput)
        inputs.push({ entry: path, message, requiredMembers: listRequiredMembers(declared) });
    }
  }
  return { surface: messages.size === 0 ? surface : renameInSurface(surface, messages), inputs };
}

/** A member that callers of a version must pass, and did not have to before. */
export interface NewlyRequiredMember extends Omit<RequestInput, "requiredMembers"> {
  readonly member: Member;
}

/** Finds members that calls with a message of both versions must now pass. */
export function findNewlyRequired(
  { surface, inputs: old }: PlainSurface,
  { inputs }: PlainSurface,
): readonly NewlyRequiredMember[] {
  const required = new Set(
    old.flatMap(({ entry, message, requiredMembers }) =>
      requiredMembers.map(({ name }) => `${entry} ${message.name} ${name}`),
    ),
  );
  return inputs.flatMap(({ entry, message, requiredMembers }) =>
    // No existing code calls with a new message.
    surface.entries.get(entry)?.names.has(message.name) === true
      ? requiredMembers
          .filter(({ name }) => !required.has(`${entry} ${message.name} ${name}`))
          .map((member) => ({ entry, message, member }))
      : [],
  );
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
