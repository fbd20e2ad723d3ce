import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { isSameName } from "./same-name.fixture.js";
import { isSynthetic, findSample, findFieldType } from "./field-types.fixture.js";
import type { Names } from "./names.fixture.js";
import type { Line } from "./line.fixture.js";

/** A message and its generated type. */
interface Place {
  readonly desc: DescMessage;
  readonly element: string;
  readonly type: string;
  readonly names: Names;
}

/** Writes lines that encode a message, and that write and read each of its fields. */
export function* writeMessageLines(desc: DescMessage, names: Names): Generator<Line> {
  const element = `message ${desc.typeName}`;
  const type = names.find(element);
  const members = names.members(element).map(({ name }) => name);
  if (type === undefined || members.length === 0) return;
  yield { text: `(one: ${type}): Uint8Array => ${type}.encode(one)`, elements: [element] };
  const place = { desc, element, type, names };
  for (const field of desc.fields) {
    const key = field.oneof === undefined || isSynthetic(field) ? field.name : field.oneof.name;
    const member = members.find((one) => isSameName(one, key));
    if (member === undefined) continue;
    if (key === field.name) yield* writeFieldLines(field, member, place);
    else yield* writeCaseLines(field, member, place);
  }
}

function* writeFieldLines(field: DescField, member: string, place: Place): Generator<Line> {
  const { type, element, names } = place;
  const own = findFieldType(field, names);
  const elements = [`field ${place.desc.typeName}.${field.name}`, element, ...(own?.elements ?? [])];
  const sample = findSample(field);
  if (!own) {
    yield { text: `(one: ${type}): unknown => one.${member}`, elements };
    if (sample !== undefined)
      yield { text: `(): ${type} => ${type}.create({ ${member}: ${sample} })`, elements };
    return;
  }
  yield { text: `(one: ${type}): ${own.read} => one.${member}`, elements };
  yield { text: `(value: ${own.written}): ${type} => ${type}.create({ ${member}: value })`, elements };
  yield { text: `(one: ${type}, value: ${own.read}): void => { one.${member} = value; }`, elements };
}

function* writeCaseLines(field: DescField, member: string, place: Place): Generator<Line> {
  const { desc, type, element, names } = place;
  const own = findFieldType(field, names);
  const written = own?.written ?? "unknown";
  const key = findCase(place, member, field.name);
  const tag = `oneof ${desc.typeName}.${field.oneof?.name ?? ""}`;
  const elements = [`field ${desc.typeName}.${field.name}`, element, ...(own?.elements ?? []), tag];
  yield {
    text: `(one: ${type}): ${written} | undefined => { switch (one.${member}?.$case) { case "${key}": return one.${member}.value; default: return undefined; } }`,
    elements,
  };
  const sample = own ? "value" : findSample(field);
  if (sample !== undefined)
    yield {
      text: `(${own ? `value: ${written}` : ""}): ${type} => ${type}.create({ ${member}: { $case: "${key}", value: ${sample} } })`,
      elements,
    };
  if (sample === undefined || field.oneof?.fields.length !== 1) return;
  const [more, read] = own ? ["", written] : [`, sample = ${sample}`, "typeof sample"];
  yield {
    text: `(one: ${type}${more}): ${read} | undefined => one.${member}?.value`,
    elements: [tag, ...elements],
  };
}

function findCase({ names, element }: Place, member: string, field: string): string {
  const shape = names.members(element).find(({ name }) => name === member)?.shape;
  const arms = shape?.kind === "union" ? shape.arms.map(({ key }) => key) : [];
  return arms.find((key) => isSameName(field, key)) ?? field;
}
