import type { GuideField, GuideJson } from "@stratus/runtime/guide";
import { findField, isJsonObject, isSecretField, type Service, UsageError } from "@stratus/dynamic-client";

/**
 * Refuses JSON in an argument that sets a secret field at any depth, because other users and the shell history can see
 * arguments.
 *
 * @param path The flag, and the part of the field that the value is for.
 * @throws A UsageError that names the secret field.
 */
export function refuseSecretJson(service: Service, field: GuideField, value: GuideJson, path: string): void {
  if (value === null) return;
  if (isSecretField(field))
    throw new UsageError(
      "INSECURE",
      `${path} is secret, and other users and the shell history can see arguments; pass it in a file with -f FILE, or on standard input with -f -`,
    );
  if (Array.isArray(value)) {
    for (const one of value) refuseSecretJson(service, field, one as GuideJson, path);
    return;
  }
  if (!isJsonObject(value) || field.kind !== "message") return;
  if (field.mapKey !== undefined) {
    const inner = { ...field, mapKey: undefined };
    for (const [key, one] of Object.entries(value)) refuseSecretJson(service, inner, one, `${path}.${key}`);
    return;
  }
  for (const [name, one] of Object.entries(value)) {
    const inner = findField(service, field.type ?? "", name);
    if (inner) refuseSecretJson(service, inner, one, `${path}.${name}`);
  }
}
