import { type DescField, type DescMessage, type DescOneof, isMessage } from "@bufbuild/protobuf";
import { requireKnownNames } from "../text/known-names.js";

/**
 * Rejects unknown fields at any depth of a plain object from which a message is created, because `create` would omit them.
 *
 * @param init fields by the names of `@bufbuild/protobuf`: lower camel case, a oneof as `{ case, value }`
 * @throws an Error that names the type, the field and the most similar known one
 */
export function requireKnownFields(desc: DescMessage, init: unknown): void {
  if (!isPlain(init)) return;
  const members = new Map(desc.members.map((member) => [member.localName, member]));
  requireKnownNames(
    init,
    Object.fromEntries([...members, ["$typeName", true]]),
    desc.typeName,
    "HANDLER_INVALID",
  );
  for (const [name, value] of Object.entries(init)) {
    const member = members.get(name);
    if (member?.kind === "oneof") requireKnownMember(member, value);
    else if (member !== undefined) requireInside(member, value);
  }
}

function requireKnownMember(oneof: DescOneof, value: unknown): void {
  if (!isPlain(value)) return;
  const place = `${oneof.parent.typeName}.${oneof.localName}`;
  requireKnownNames(value, { case: true, value: true }, place, "HANDLER_INVALID");
  const field = oneof.fields.find(({ localName }) => localName === value["case"]);
  if (field !== undefined) requireInside(field, value["value"]);
}

function requireInside(field: DescField, value: unknown): void {
  // Well-known types have special forms: a Struct is any object.
  if (field.message === undefined || field.message.typeName.startsWith("google.protobuf.")) return;
  for (const one of listValues(field, value)) requireKnownFields(field.message, one);
}

function listValues({ fieldKind }: DescField, value: unknown): readonly unknown[] {
  if (fieldKind === "list") return Array.isArray(value) ? value : [];
  if (fieldKind === "map") return isPlain(value) ? Object.values(value) : [];
  return [value];
}

/** Whether a value is a plain object and not a message. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !isMessage(value);
}
