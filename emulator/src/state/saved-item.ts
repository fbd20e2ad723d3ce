import { fromBinary, type Message, type Registry, toBinary } from "@bufbuild/protobuf";
import type { AccessGrant } from "../auth/access-tokens.js";
import type { Reply } from "../methods/invocation.js";
import type { Effect, OperationRecord } from "../operations/operation-record.js";
import type { StoredResource } from "../resources/resource-store.js";
import type { RememberedCall } from "../server/idempotency.js";

/** A message in a file: its type, and its bytes in base64. */
interface SavedMessage {
  readonly typeName: string;
  readonly base64: string;
}

type Saved<T> = { [Key in keyof T]: T[Key] extends Message ? SavedMessage : T[Key] };
type SavedEffect =
  | Exclude<Effect, { kind: "put" }>
  | { readonly kind: "put"; readonly resource: SavedResource };
type SavedReply =
  | Exclude<Reply, { kind: "message" }>
  | { readonly kind: "message"; readonly message: SavedMessage };

/** A resource in a file. */
export type SavedResource = Saved<StoredResource>;
/** An operation in a file. */
export type SavedOperation = Omit<Saved<OperationRecord>, "effect"> & { readonly effect: SavedEffect };
/** An access token in a file: its digest, and what it gives access to. */
export type SavedToken = readonly [digest: string, grant: AccessGrant];
/** An idempotency key in a file, with the answer of its call. */
export type SavedCall = Omit<RememberedCall, "reply"> & { readonly reply?: SavedReply | undefined };

/** Turns what the cloud holds into plain data and back, by the types of an API. */
export class ItemForm {
  readonly #registry: Registry;

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  saveResource(resource: StoredResource): SavedResource {
    return { ...resource, message: this.#save(resource.message) };
  }

  /** @throws an Error when the API lacks the type; so do the others */
  loadResource(saved: SavedResource): StoredResource {
    return { ...saved, message: this.#load(saved.message) };
  }

  saveOperation(operation: OperationRecord): SavedOperation {
    const { effect } = operation;
    return {
      ...operation,
      request: this.#save(operation.request),
      effect: effect.kind === "put" ? { ...effect, resource: this.saveResource(effect.resource) } : effect,
    };
  }

  loadOperation(saved: SavedOperation): OperationRecord {
    const { effect } = saved;
    return {
      ...saved,
      request: this.#load(saved.request),
      effect: effect.kind === "put" ? { ...effect, resource: this.loadResource(effect.resource) } : effect,
    };
  }

  saveCall(call: RememberedCall): SavedCall {
    const { reply } = call;
    return {
      ...call,
      reply: reply?.kind === "message" ? { ...reply, message: this.#save(reply.message) } : reply,
    };
  }

  loadCall(saved: SavedCall): RememberedCall {
    const { reply } = saved;
    return {
      ...saved,
      reply: reply?.kind === "message" ? { ...reply, message: this.#load(reply.message) } : reply,
    };
  }

  #save(message: Message): SavedMessage {
    const desc = this.#registry.getMessage(message.$typeName);
    if (desc === undefined) throw new Error(`the API has no message ${message.$typeName}`);
    return { typeName: desc.typeName, base64: Buffer.from(toBinary(desc, message)).toString("base64") };
  }

  #load({ typeName, base64 }: SavedMessage): Message {
    const desc = this.#registry.getMessage(typeName);
    if (desc === undefined)
      throw new Error(`it holds a ${typeName}, which the API does not have; ${moveAway}`);
    return fromBinary(desc, Buffer.from(base64, "base64"));
  }
}

/** What to do with a state that is of no use here. */
export const moveAway = "move it away, with the journals beside it, to start afresh";
