import type { DescMessage } from "@bufbuild/protobuf";
import { findProfileMember } from "@stratus/convention";
import type { Cloud } from "../cloud.js";
import { build } from "../messages/assign.js";
import { setReadyStatus } from "../resources/ready-status.js";
import type { ServiceAccountKey } from "../auth/service-accounts.js";

/**
 * Registers a service account and a key of it. If the API has profiles that contain service accounts, the account
 * becomes a resource of that type.
 *
 * @throws EmulatorError if a property is missing, or the key is not an RSA public key
 */
export function registerAccount(cloud: Cloud, account: ServiceAccountKey): void {
  cloud.accounts.add(account);
  for (const { role, desc } of cloud.api.methods.values()) {
    const place = role.kind === "profile" ? findProfileMember(desc.output) : undefined;
    if (place === undefined) continue;
    const type = place.account.message;
    if (cloud.resources.get(type.typeName, account.id) === undefined) putAccount(cloud, type, account);
  }
}

function putAccount(
  cloud: Cloud,
  type: DescMessage,
  { id, name = id, parentId = "" }: ServiceAccountKey,
): void {
  const now = new Date(cloud.now());
  const metadata = { id, parent_id: parentId, name, resource_version: 1n, created_at: now, updated_at: now };
  const resource = build(type, { metadata, spec: {} });
  setReadyStatus(resource);
  cloud.resources.put({
    typeName: type.typeName,
    id,
    parentId,
    name,
    sequence: cloud.nextSequence(),
    message: resource.message,
  });
}
