import { type DescMessage, fromBinary, type Message, type Registry, toBinary } from "@bufbuild/protobuf";
import type { AccessGrant } from "../auth/access-tokens.js";
import type { ErrorKind } from "../errors/status-error.js";
import { isStatusCode } from "../errors/status-code.js";
import type { Reply } from "../methods/invocation.js";
import type {
  Effect,
  OperationRecord,
  OperationStatus,
  PackedMessage,
} from "../operations/operation-record.js";
import type { StoredResource } from "../resources/resource-store.js";
import type { StoredCall } from "../server/idempotency.js";
import { loadFieldValues, saveFieldValues } from "./field-values.js";
import { ItemFields } from "./item-fields.js";
import { EmulatorError } from "../text/emulator-error.js";

/**
 * Converts the items of a cloud to JSON and back, with the types of an API. Messages are base64-encoded bytes. Loading throws an
 * EmulatorError that names the invalid field, or the type that the API does not have.
 */
export class ItemCodec {
  readonly #registry: Registry;

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  saveResource(resource: StoredResource): unknown {
    const { typeName, id, parentId, name, sequence } = resource;
    const base64 = resource instanceof LazyResource ? resource.base64 : this.#encode(resource.message);
    return { typeName, id, parentId, name, sequence, base64 };
  }

  loadResource(saved: unknown): StoredResource {
    return this.#resource(new ItemFields(saved));
  }

  /** Like `loadResource`, but the message is decoded when it is used. */
  loadResourceLazily(saved: unknown): StoredResource {
    const fields = new ItemFields(saved);
    const desc = this.#type(fields);
    return new LazyResource(desc, fields);
  }

  /** The properties that `loadLazily` reads are first. */
  saveOperation({ sequence, finishedAtMs, effect, failure, status, ...rest }: OperationRecord): unknown {
    return {
      sequence,
      finishedAtMs,
      ...rest,
      effect: effect.kind === "put" ? { ...effect, resource: this.saveResource(effect.resource) } : effect,
      failure: failure && saveStatus(failure),
      status: status && saveStatus(status),
    };
  }

  loadOperation(saved: unknown): OperationRecord {
    const fields = new ItemFields(saved);
    const status = fields.optional("status", loadStatus);
    return {
      id: fields.text("id"),
      endpoint: fields.text("endpoint"),
      method: fields.text("method"),
      description: fields.text("description"),
      createdBy: fields.text("createdBy"),
      createdAtMs: fields.number("createdAtMs"),
      dueAtMs: fields.number("dueAtMs"),
      resourceType: fields.text("resourceType"),
      resourceId: fields.text("resourceId"),
      parentId: fields.text("parentId"),
      request: fields.inner("request", (inner) => this.#packed(inner)),
      requestHeaders: fields.textLists("requestHeaders"),
      effect: fields.inner("effect", (inner) => this.#effect(inner)),
      failure: fields.optional("failure", loadStatus),
      response: fields.optional("response", (inner) => this.#packed(inner)),
      sequence: fields.number("sequence"),
      status,
      finishedAtMs: status && fields.number("finishedAtMs"),
      ...(fields.has("isDeleted") ? { isDeleted: true } : {}),
    };
  }

  /** The property that `loadLazily` reads is first. */
  saveCall({ fingerprint, expiresAtMs, reply }: StoredCall): unknown {
    return {
      expiresAtMs,
      fingerprint,
      reply: reply?.kind === "message" ? { ...reply, message: this.#save(reply.message) } : reply,
    };
  }

  loadCall(name: string, saved: unknown): StoredCall {
    const fields = new ItemFields(saved);
    return {
      name,
      fingerprint: fields.text("fingerprint"),
      expiresAtMs: fields.number("expiresAtMs"),
      reply: fields.optional("reply", (inner) => this.#reply(inner)),
    };
  }

  #resource(fields: ItemFields): StoredResource {
    const unread = new LazyResource(this.#type(fields), fields);
    const { base64: _, ...rest } = unread;
    return { ...rest, message: unread.message };
  }

  #effect(fields: ItemFields): Effect {
    const kind = fields.text("kind");
    if (kind === "none") return { kind };
    if (kind === "delete") return { kind, typeName: fields.text("typeName"), id: fields.text("id") };
    if (kind === "put") return { kind, resource: fields.inner("resource", (inner) => this.#resource(inner)) };
    throw new EmulatorError("STATE_INVALID", `unknown kind ${JSON.stringify(kind)}`);
  }

  #reply(fields: ItemFields): Reply {
    const kind = fields.text("kind");
    if (kind === "operation") return { kind, id: fields.text("id") };
    if (kind === "message") return { kind, message: fields.inner("message", (inner) => this.#load(inner)) };
    throw new EmulatorError("STATE_INVALID", `unknown kind ${JSON.stringify(kind)}`);
  }

  #save(message: Message): PackedMessage {
    return { typeName: message.$typeName, base64: this.#encode(message) };
  }

  #encode(message: Message): string {
    const desc = this.#registry.getMessage(message.$typeName);
    if (desc === undefined)
      throw new EmulatorError("STATE_INVALID", `the API has no message ${message.$typeName}`);
    return Buffer.from(toBinary(desc, message)).toString("base64");
  }

  #load(fields: ItemFields): Message {
    return decode(this.#type(fields), fields.text("base64"));
  }

  /** Returns a message without decoding it. */
  #packed(fields: ItemFields): PackedMessage {
    return { typeName: this.#type(fields).typeName, base64: fields.text("base64") };
  }

  #type(fields: ItemFields): DescMessage {
    const typeName = fields.text("typeName");
    const desc = this.#registry.getMessage(typeName);
    if (desc === undefined)
      throw new EmulatorError(
        "STATE_INVALID",
        `it contains a message of the type ${typeName}, which the API does not have`,
      );
    return desc;
  }
}

/** A resource whose message is decoded each time it is used. Most of a large state is never used. */
class LazyResource implements StoredResource {
  readonly typeName: string;
  readonly id: string;
  readonly parentId: string;
  readonly name: string;
  readonly sequence: number;
  readonly #desc: DescMessage;
  readonly base64: string;

  constructor(desc: DescMessage, fields: ItemFields) {
    this.typeName = desc.typeName;
    this.id = fields.text("id");
    this.parentId = fields.text("parentId");
    this.name = fields.text("name");
    this.sequence = fields.number("sequence");
    this.#desc = desc;
    this.base64 = fields.text("base64");
  }

  get message(): Message {
    return decode(this.#desc, this.base64);
  }
}

function decode(desc: DescMessage, base64: string): Message {
  try {
    return fromBinary(desc, Buffer.from(base64, "base64"));
  } catch (error) {
    throw new EmulatorError("STATE_INVALID", `base64 is not an encoded ${desc.typeName}`, { cause: error });
  }
}

/** Reads the grant of an access token from its saved form. */
export function loadGrant(saved: unknown): AccessGrant {
  const fields = new ItemFields(saved);
  const role = fields.has("role") ? { role: fields.text("role") } : {};
  return { subject: fields.text("subject"), expiresAtMs: fields.number("expiresAtMs"), ...role };
}

function saveStatus({ code, message, kind }: OperationStatus): unknown {
  const fields = kind?.fields && saveFieldValues(kind.fields);
  return { code, message, ...(kind === undefined ? {} : { kind: { ...kind, fields } }) };
}

function loadStatus(fields: ItemFields): OperationStatus {
  const code = fields.text("code");
  if (!isStatusCode(code)) throw new EmulatorError("STATE_INVALID", `unknown code ${JSON.stringify(code)}`);
  return { code, message: fields.text("message"), kind: fields.optional("kind", loadKind) };
}

function loadKind(fields: ItemFields): ErrorKind {
  const text = fields.text("retryType");
  const retryType = retryTypes.find((one) => one === text);
  if (retryType === undefined)
    throw new EmulatorError("STATE_INVALID", `unknown retryType ${JSON.stringify(text)}`);
  const values = fields.has("fields") ? { fields: loadFieldValues(fields.raw("fields")) } : {};
  return { name: fields.text("name"), ...values, retryType };
}

const retryTypes = ["CALL", "UNIT_OF_WORK", "NOTHING"] as const;
