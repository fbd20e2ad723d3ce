import type { Message } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { findField } from "@stratus/convention";
import type { Cloud } from "../cloud.js";
import { readInteger, readMessage, readString } from "../messages/read.js";
import type { KeyLookup } from "../auth/jwt.js";
import { parsePublicKey, type RegisteredKey } from "../auth/service-accounts.js";

/**
 * Finds public keys that were registered with the emulator or created by a call. Those are resources whose spec contains the account
 * in `service_account_id` and the key in PEM in another string.
 */
export function publicKeyLookup(cloud: Cloud): KeyLookup {
  return (keyId) => {
    const registered = cloud.accounts.key(keyId);
    if (registered !== undefined) return registered;
    for (const resource of cloud.resources.values()) {
      if (resource.id === keyId) return readKey(cloud, resource.typeName, resource.message);
    }
    return undefined;
  };
}

function readKey(cloud: Cloud, typeName: string, message: Message): RegisteredKey | undefined {
  const desc = cloud.api.registry.getMessage(typeName);
  const spec = desc === undefined ? undefined : readMessage(reflect(desc, message), "spec");
  const accountId = readString(spec, "service_account_id");
  if (spec === undefined || accountId === "") return undefined;
  for (const field of spec.fields) {
    const text = readString(spec, field.name);
    if (!text.includes("-----BEGIN")) continue;
    try {
      return { accountId, key: parsePublicKey(text, `key ${typeName}`), expiresAtMs: expiry(spec) };
    } catch {
      return undefined;
    }
  }
  return undefined;
}

function expiry(spec: ReflectMessage): number | undefined {
  const expiresAt = readMessage(spec, "expires_at");
  if (expiresAt === undefined || findField(expiresAt.desc, "seconds") === undefined) return undefined;
  return Number(readInteger(expiresAt, "seconds")) * 1000;
}
