import { clone, type DescMessage, type Message } from "@bufbuild/protobuf";
import { isReflectMessage, reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { type CustomOptions, fieldBehaviors } from "@stratus/convention";

/** Removes INPUT_ONLY fields from resources for responses. */
export class ResourceView {
  readonly #options: CustomOptions;
  /** Caches whether a type has such fields. */
  readonly #known = new Map<DescMessage, boolean>();

  constructor(options: CustomOptions) {
    this.#options = options;
  }

  /** Returns the message, or a copy without INPUT_ONLY fields if it has any. */
  visible(desc: DescMessage, message: Message): Message {
    if (!this.#hasInputOnly(desc)) return message;
    const copy = clone(desc, message);
    this.#clear(reflect(desc, copy));
    return copy;
  }

  #hasInputOnly(desc: DescMessage): boolean {
    const known = this.#known.get(desc);
    if (known !== undefined) return known;
    const found = this.#search(desc, new Set());
    this.#known.set(desc, found);
    return found;
  }

  #search(desc: DescMessage, seen: Set<DescMessage>): boolean {
    if (seen.has(desc)) return false;
    seen.add(desc);
    return desc.fields.some(
      (field) =>
        fieldBehaviors(field, this.#options).includes("INPUT_ONLY") ||
        (field.message !== undefined && this.#search(field.message, seen)),
    );
  }

  #clear(message: ReflectMessage): void {
    for (const field of message.fields) {
      if (!message.isSet(field)) continue;
      if (fieldBehaviors(field, this.#options).includes("INPUT_ONLY")) message.clear(field);
      else if (field.fieldKind === "message") this.#clear(message.get(field));
      else if (field.fieldKind === "list") this.#clearAll(message.get(field));
      else if (field.fieldKind === "map") this.#clearAll(message.get(field).values());
    }
  }

  #clearAll(values: Iterable<unknown>): void {
    for (const value of values) if (isReflectMessage(value)) this.#clear(value);
  }
}
