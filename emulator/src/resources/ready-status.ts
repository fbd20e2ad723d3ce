import type { DescField } from "@bufbuild/protobuf";
import { ScalarType } from "@bufbuild/protobuf";
import { type ReflectMessage, reflect } from "@bufbuild/protobuf/reflect";
import { create } from "@bufbuild/protobuf";
import { findField, findValue } from "@stratus/convention";

/** The ends of the names of states in which a resource can be used, in order of preference. */
const usableStates = ["RUNNING", "READY", "ACTIVE", "AVAILABLE", "HEALTHY", "ONLINE", "ENABLED", "CREATED"];

/**
 * Sets the status of a new resource to that of a usable one, as far as the status has such fields: `state` becomes a usable state,
 * and `active` and `ready` become true.
 */
export function setReadyStatus(resource: ReflectMessage): void {
  const field = findField(resource.desc, "status");
  if (field?.fieldKind !== "message") return;
  const status = resource.isSet(field) ? resource.get(field) : reflect(field.message, create(field.message));
  for (const inner of field.message.fields) {
    if (inner.fieldKind === "enum" && /^(?:state|status|phase)$/.test(inner.name)) {
      const state = usableState(inner);
      if (state !== undefined) status.set(inner, state);
    }
    const isBool = inner.fieldKind === "scalar" && inner.scalar === ScalarType.BOOL;
    if (isBool && /^(?:active|ready)$/.test(inner.name)) status.set(inner, true);
  }
  resource.set(field, status);
}

function usableState(field: DescField & { fieldKind: "enum" }): number | undefined {
  for (const state of usableStates) {
    const found = findValue(field.enum, state);
    if (found !== undefined) return found.number;
  }
  return undefined;
}
