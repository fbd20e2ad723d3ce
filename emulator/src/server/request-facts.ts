import { createHash } from "node:crypto";
import type { ReflectMessage } from "@bufbuild/protobuf/reflect";
import type { Cloud } from "../cloud.js";
import { readMessage, readString } from "../messages/read.js";
import type { Invocation, Reply } from "../methods/invocation.js";
import type { ApiMethod } from "../descriptors/api.js";

/** Returns the identifier or name of the resource, or else of the parent, that a request names. Empty if it names none. */
export function requestedResource(
  { aip }: Cloud,
  { role, name }: ApiMethod,
  request: ReflectMessage,
): string {
  const standard = aip.methods.get(name);
  const isNamedInside = standard?.kind === "update" && standard.resource !== undefined;
  const inner = readMessage(request, isNamedInside ? standard.resource.name : "metadata");
  const names = ["idField" in role ? role.idField : "id", "name", "parent_id", "parent"];
  for (const place of [inner, request]) {
    for (const field of names) {
      const text = readString(place, field);
      if (text !== "") return text;
    }
  }
  return "";
}

/** Returns the resource of a reply: that of its operation, or the one it contains. Undefined if it has none. */
export function repliedResource(
  { operations }: Cloud,
  { method }: Invocation,
  reply: Reply,
  message: () => ReflectMessage,
): string | undefined {
  if (reply.kind === "operation") return operations.get(reply.id)?.resourceId || undefined;
  if (method.role.kind !== "create" && !method.desc.name.startsWith("Create")) return undefined;
  const answer = message();
  return readString(readMessage(answer, "metadata"), "id") || readString(answer, "name") || undefined;
}

/** Returns the mask of a request: the reset mask in its header, or its field mask (AIP-134). Undefined if it has none. */
export function requestedMask(
  { aip, settings }: Cloud,
  call: Pick<Invocation, "method" | "headers">,
  request: ReflectMessage,
): string | undefined {
  const header = call.headers.get(settings.headers.resetMask.toLowerCase());
  if (header !== undefined) return header.join(",");
  const standard = aip.methods.get(call.method.name);
  const mask = standard?.kind === "update" ? readMessage(request, standard.mask.name) : undefined;
  const paths = mask?.fields.find(({ name }) => name === "paths");
  return mask && paths?.fieldKind === "list" ? [...mask.get(paths)].map(String).join(",") : undefined;
}

/** Derives an idempotency key from the request ID of a request (AIP-155), which can have any format. Undefined if it has none. */
export function requestKey(
  { aip }: Cloud,
  { method }: Invocation,
  request: ReflectMessage,
): readonly string[] | undefined {
  const field = aip.requestIds.get(method.name);
  const id = field === undefined ? "" : readString(request, field);
  return id === "" ? undefined : [createHash("sha256").update(`${method.name} ${id}`).digest("hex")];
}
