import { ScalarType, type DescField, type DescMessage } from "@bufbuild/protobuf";
import { localName } from "../mask/generated-message.fixture.js";
import { star, type Step } from "./mask-text.fixture.js";

/** Whether a client's builder has a path: it names what the client knows, and ends in no wildcard. */
export function isBuildable(desc: DescMessage, path: readonly Step[]): boolean {
  const anyBuilder: unknown = new Proxy(() => undefined, { get: () => anyBuilder, apply: () => anyBuilder });
  return path.at(-1) !== star && builderPath(anyBuilder, desc, path) !== undefined;
}

/** Steps of a path as the builder of a client takes them: `(m) => m.spec.disks.at(0).size`. */
export function builderPath(builder: unknown, desc: DescMessage, path: readonly Step[]): unknown {
  let at = builder;
  let type: DescMessage | undefined = desc;
  let holder: DescField | undefined;
  for (const step of path) {
    if (holder && holder.fieldKind !== "message") {
      if (step === star) at = Reflect.get(at as object, "each");
      else if (holder.fieldKind === "list") at = (at as { at(index: number): unknown }).at(Number(step));
      else at = (at as { key(key: unknown): unknown }).key(typedKey(holder, step));
      type = holder.message;
      holder = undefined;
      continue;
    }
    const field: DescField | undefined = type?.fields.find(({ name }) => name === step);
    const oneof = type?.oneofs.find(({ name }) => name === step);
    if (!field && !oneof) return undefined;
    if (field?.oneof) at = Reflect.get(at as object, localName(field.oneof));
    at = Reflect.get(at as object, localName((field ?? oneof) as DescField));
    type = field?.message;
    holder = field?.fieldKind === "list" || field?.fieldKind === "map" ? field : undefined;
  }
  return at;
}

function typedKey(field: DescField, key: string): unknown {
  if (field.fieldKind !== "map") return key;
  if (field.mapKey === ScalarType.STRING) return key;
  if (field.mapKey === ScalarType.BOOL) return key === "true";
  return field.mapKey === ScalarType.INT64 ? BigInt(key) : Number(key);
}
