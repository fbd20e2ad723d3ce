import { clone, create, type DescField, type DescMessage } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import type { Judge } from "./judge.fixture.js";
import { encode } from "./trial.fixture.js";
import { valuesOf, withField } from "./values.fixture.js";

/** So deep messages go. */
const maxDepth = 4;

/** Values of a field: all that are tried, and those that keep its rules. */
interface Pool {
  readonly all: readonly unknown[];
  readonly good: readonly unknown[];
}

/** Draws messages of which most of what is in them keeps the rules. */
export class MessageDrawer {
  readonly #judge: Judge;
  readonly #draw: () => number;
  readonly #needed = new Map<DescMessage, ReadonlySet<string>>();
  readonly #pools = new Map<DescField, Pool>();

  constructor(judge: Judge, draw: () => number) {
    this.#judge = judge;
    this.#draw = draw;
  }

  /** Random messages of a type, each followed by some that differ from it in one field. */
  *messages(desc: DescMessage, count: number, mutations = 4): Generator<ReflectMessage> {
    for (let made = 0; made < count; made++) {
      const base = this.message(desc);
      yield base;
      for (let one = 0; one < mutations && made < count - 1; one++, made++) {
        const other = reflect(desc, clone(desc, base.message));
        this.#mutate(other);
        yield other;
      }
    }
  }

  /** A random message. */
  message(desc: DescMessage, depth = 0): ReflectMessage {
    const message = reflect(desc, create(desc));
    const chosen = new Set(desc.oneofs.flatMap(({ fields }) => (this.#is(0.9) ? [this.#pick(fields)] : [])));
    const needed = this.#neededIn(desc);
    for (const field of desc.fields) {
      const isOneOfSome = field.oneof !== undefined && desc.oneofs.includes(field.oneof);
      const isDrawn = isOneOfSome ? chosen.has(field) : this.#is(0.85);
      if (isDrawn || needed.has(field.name)) this.#fill(message, field, depth, 0.97);
    }
    return message;
  }

  /** Sets a field to a value that keeps its rules, as often as `goodness` says. */
  #fill(message: ReflectMessage, field: DescField, depth: number, goodness: number): void {
    if (isStructure(field)) {
      if (depth >= maxDepth) return;
      const least = this.#neededIn(field.parent).has(field.name) ? 1 : 0;
      const count = field.fieldKind === "message" ? 1 : Math.floor(this.#draw() * 3) + least;
      const inside = Array.from({ length: count }, () => this.message(field.message, depth + 1));
      if (field.fieldKind === "message") message.set(field, inside[0]);
      else if (field.fieldKind === "list") withField(message, field, inside);
      else if (field.fieldKind === "map" && inside[0]) {
        const keys = this.#pool(field, maxDepth).all.flatMap(
          (one) => one as readonly (readonly [unknown, unknown])[],
        );
        const [key] = this.#pick(keys) ?? [];
        if (key !== undefined) withField(message, field, [[key, inside[0]]]);
      }
      return;
    }
    const { all, good } = this.#pool(field);
    const value = this.#pick(good.length > 0 && this.#is(goodness) ? good : all);
    if (value !== undefined) withField(message, field, value);
  }

  /** Changes one field of a message, or of one that it holds. */
  #mutate(message: ReflectMessage): void {
    const field = this.#pick(message.fields);
    if (!field) return;
    if (field.fieldKind === "message" && isStructure(field) && message.isSet(field) && this.#is(0.8)) {
      this.#mutate(message.get(field));
      return;
    }
    message.clear(field);
    if (this.#is(0.7)) this.#fill(message, field, 0, 0.3);
  }

  /** Another value of a field, which keeps its rules by itself. */
  other(message: ReflectMessage, field: DescField): ReflectMessage {
    const copy = reflect(message.desc, clone(message.desc, message.message));
    copy.clear(field);
    this.#fill(copy, field, 1, 1);
    return copy;
  }

  /** Names of fields without which a message is against the rules. */
  #neededIn(desc: DescMessage): ReadonlySet<string> {
    let needed = this.#needed.get(desc);
    if (!needed) {
      const found = this.#judge.judge(desc, encode(reflect(desc, create(desc))) ?? new Uint8Array()) ?? [];
      this.#needed.set(desc, (needed = new Set(found.map((one) => one.split(" ")[0] ?? ""))));
    }
    return needed;
  }

  #pool(field: DescField, depth = 0): Pool {
    let pool = this.#pools.get(field);
    if (!pool) {
      const all = valuesOf(field, depth);
      pool = { all, good: all.filter((value) => this.#isGood(field, value)) };
      this.#pools.set(field, pool);
    }
    return pool;
  }

  #isGood(field: DescField, value: unknown): boolean {
    const message = withField(reflect(field.parent, create(field.parent)), field, value);
    const bytes = encode(message);
    const broken = bytes && this.#judge.judgeAll(field.parent, bytes);
    return broken !== undefined && !broken.some((one) => one.split(/[ .[]/)[0] === field.name);
  }

  #is(share: number): boolean {
    return this.#draw() < share;
  }

  #pick<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.#draw() * list.length)];
  }
}

/** Messages of the API, which are drawn field by field. */
function isStructure(field: DescField): field is DescField & { readonly message: DescMessage } {
  return field.message !== undefined && !field.message.typeName.startsWith("google.protobuf.");
}
