/** Facts about a resource that every list of resources shows. */
import type { DescField, DescMessage, Message } from "@bufbuild/protobuf";
import { isReflectMessage, reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";

/** The names of fields that hold a state, in order of preference. */
const stateNames = ["state", "status", "phase"];
/** The names of fields that hold the time of creation. AIP-148 calls it `create_time`. */
const timeNames = ["created_at", "create_time", "creation_timestamp"];

/** Returns the short name of the state of a resource, such as `RUNNING`. Empty if it has none. */
export function readState(desc: DescMessage, message: Message): { readonly state?: string } {
  const found = findSet(reflect(desc, message, false), stateNames, ({ fieldKind }) => fieldKind === "enum");
  if (found?.field.fieldKind !== "enum") return {};
  const { enum: type } = found.field;
  const name = type.value[Number(found.value)]?.name ?? String(found.value);
  const prefix = type.sharedPrefix?.toUpperCase() ?? "";
  return { state: name.startsWith(prefix) ? name.slice(prefix.length) : name };
}

/** Returns when a resource was created. Empty if it does not say. */
export function readCreationTime(desc: DescMessage, message: Message): { readonly createdAt?: string } {
  const found = findSet(
    reflect(desc, message, false),
    timeNames,
    (field) => field.fieldKind === "message" && field.message.typeName === "google.protobuf.Timestamp",
  );
  if (!isReflectMessage(found?.value)) return {};
  const date = timestampDate(found.value.message as Timestamp);
  return Number.isNaN(date.getTime()) ? {} : { createdAt: date.toISOString() };
}

/** Finds a field that is set in the message or in one of its single messages, by its name. */
function findSet(
  message: ReflectMessage,
  names: readonly string[],
  isWanted: (field: DescField) => boolean,
): { readonly field: DescField; readonly value: unknown } | undefined {
  const inner = message.fields.flatMap((field) =>
    field.fieldKind === "message" && message.isSet(field) ? [message.get(field)] : [],
  );
  for (const one of [message, ...inner])
    for (const name of names) {
      const field = one.fields.find((candidate) => candidate.name === name && isWanted(candidate));
      if (field !== undefined && one.isSet(field)) return { field, value: one.get(field) };
    }
  return undefined;
}
