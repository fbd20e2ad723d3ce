import { fromBinary, type Message, type Registry, toBinary } from "@bufbuild/protobuf";
import type { AccessGrant } from "../auth/access-tokens.js";
import type { Cloud } from "../cloud.js";
import type { Reply } from "../methods/invocation.js";
import type { Effect, OperationRecord } from "../operations/operation-record.js";
import type { StoredResource } from "../resources/resource-store.js";
import type { IdempotencyKeys, RememberedCall } from "../server/idempotency.js";
import type { SavedMessage } from "./state-file.js";

/** Version of the form below; raised when it changes. */
const formVersion = 1;

type Saved<T> = { [Key in keyof T]: T[Key] extends Message ? SavedMessage : T[Key] };
type SavedResource = Saved<StoredResource>;
type SavedEffect =
  | Exclude<Effect, { kind: "put" }>
  | { readonly kind: "put"; readonly resource: SavedResource };
type SavedOperation = Omit<Saved<OperationRecord>, "effect"> & { readonly effect: SavedEffect };
type SavedReply =
  | Exclude<Reply, { kind: "message" }>
  | { readonly kind: "message"; readonly message: SavedMessage };
type SavedCall = Omit<RememberedCall, "reply"> & { readonly reply: SavedReply };

/** All that outlives a restart. Tokens are in it as digests only. */
interface State {
  readonly formVersion: number;
  readonly resources: readonly SavedResource[];
  readonly operations: readonly SavedOperation[];
  readonly tokens: readonly (readonly [digest: string, grant: AccessGrant])[];
  readonly calls: readonly SavedCall[];
}

/** The state of the cloud as plain data. */
export function takeSnapshot(cloud: Cloud, keys: IdempotencyKeys): State {
  const { registry } = cloud.api;
  return {
    formVersion,
    resources: [...cloud.resources.values()].map((resource) => saveResource(registry, resource)),
    operations: [...cloud.operations.values()].map((operation) => ({
      ...operation,
      request: saveMessage(registry, operation.request),
      effect: saveEffect(registry, operation.effect),
    })),
    tokens: [...cloud.tokens.entries()],
    calls: keys.answered().map((call) => ({ ...call, reply: saveReply(registry, call.reply) })),
  };
}

/**
 * Puts a saved state back.
 *
 * @throws an Error when it has another form, or a type that the API lacks
 */
export function restoreSnapshot(cloud: Cloud, keys: IdempotencyKeys, content: unknown): void {
  if (!isState(content)) {
    throw new Error(
      "it is not of the form that this version of the emulator writes; move it away to start afresh",
    );
  }
  const { registry } = cloud.api;
  for (const saved of content.resources) {
    const resource = { ...saved, message: loadMessage(registry, saved.message) };
    cloud.resources.put(resource);
    cloud.continueAfter(resource.sequence);
  }
  for (const saved of content.operations) {
    const effect = loadEffect(registry, saved.effect);
    if (effect.kind === "put") cloud.continueAfter(effect.resource.sequence);
    cloud.operations.restore({ ...saved, request: loadMessage(registry, saved.request), effect });
  }
  for (const [digest, grant] of content.tokens) cloud.tokens.restore(digest, grant);
  for (const call of content.calls) keys.restore({ ...call, reply: loadReply(registry, call.reply) });
}

function isState(content: unknown): content is State {
  if (typeof content !== "object" || content === null) return false;
  const lists = ["resources", "operations", "tokens", "calls"];
  const state = content as Readonly<Record<string, unknown>>;
  return state["formVersion"] === formVersion && lists.every((name) => Array.isArray(state[name]));
}

function saveResource(registry: Registry, resource: StoredResource): SavedResource {
  return { ...resource, message: saveMessage(registry, resource.message) };
}

function saveEffect(registry: Registry, effect: Effect): SavedEffect {
  return effect.kind === "put" ? { ...effect, resource: saveResource(registry, effect.resource) } : effect;
}

function loadEffect(registry: Registry, effect: SavedEffect): Effect {
  if (effect.kind !== "put") return effect;
  return {
    ...effect,
    resource: { ...effect.resource, message: loadMessage(registry, effect.resource.message) },
  };
}

function saveReply(registry: Registry, reply: Reply): SavedReply {
  return reply.kind === "message" ? { ...reply, message: saveMessage(registry, reply.message) } : reply;
}

function loadReply(registry: Registry, reply: SavedReply): Reply {
  return reply.kind === "message" ? { ...reply, message: loadMessage(registry, reply.message) } : reply;
}

function saveMessage(registry: Registry, message: Message): SavedMessage {
  const desc = registry.getMessage(message.$typeName);
  if (desc === undefined) throw new Error(`the API has no message ${message.$typeName}`);
  return { typeName: desc.typeName, base64: Buffer.from(toBinary(desc, message)).toString("base64") };
}

function loadMessage(registry: Registry, { typeName, base64 }: SavedMessage): Message {
  const desc = registry.getMessage(typeName);
  if (desc === undefined)
    throw new Error(`it holds a ${typeName}, which the API does not have; move it away to start afresh`);
  return fromBinary(desc, Buffer.from(base64, "base64"));
}
