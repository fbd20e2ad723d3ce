import type { DescMessage, JsonValue, Message, Registry } from "@bufbuild/protobuf";
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
import { LazyItem } from "./lazy-item.js";
import { MessageForm, type SavedMessage } from "./saved-message.js";
import { EmulatorError } from "../text/emulator-error.js";

/**
 * Converts the items of a cloud to JSON and back, with the types of an API. Loading throws an EmulatorError that names the invalid
 * field, or the type that the API does not have.
 */
export class ItemCodec {
  readonly #messages: MessageForm;

  constructor(registry: Registry) {
    this.#messages = new MessageForm(registry);
  }

  /** The message is last, so that the rest can be read without it. */
  saveResource({ typeName, id, parentId, name, sequence, message }: StoredResource): unknown {
    return { typeName, id, parentId, name, sequence, ...this.#messages.save(message) };
  }

  loadResource(saved: unknown): StoredResource {
    return this.#resource(new ItemFields(saved));
  }

  /** Like `loadResource`, for the JSON of a resource that is known to be undamaged: its message is read when it is used. */
  loadResourceLazily(json: string): StoredResource {
    // In JSON, no string contains these characters unescaped.
    const end = json.search(/,"(?:json|base64)":/);
    const head = new ItemFields(parse(end < 0 ? json : `${json.slice(0, end)}}`));
    return new LazyResource(json, head, (text) => this.loadResource(parse(text)), this.#type(head));
  }

  /** The properties that `loadLazily` reads are first. */
  saveOperation({
    sequence,
    finishedAtMs,
    request,
    response,
    effect,
    failure,
    status,
    ...rest
  }: OperationRecord): unknown {
    return {
      sequence,
      finishedAtMs,
      ...rest,
      request: this.#savePacked(request),
      response: response && this.#savePacked(response),
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
    const desc = this.#type(fields);
    return { ...readHead(desc, fields), message: this.#messages.load(desc, readSaved(fields)) };
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

  #save(message: Message): unknown {
    return { typeName: message.$typeName, ...this.#messages.save(message) };
  }

  #load(fields: ItemFields): Message {
    return this.#messages.load(this.#type(fields), readSaved(fields));
  }

  #savePacked({ typeName, base64 }: PackedMessage): unknown {
    return { typeName, ...this.#messages.saveEncoded(typeName, base64) };
  }

  #packed(fields: ItemFields): PackedMessage {
    const desc = this.#type(fields);
    return { typeName: desc.typeName, base64: this.#messages.loadEncoded(desc, readSaved(fields)) };
  }

  #type(fields: ItemFields): DescMessage {
    return this.#messages.type(fields.text("typeName"));
  }
}

function readHead({ typeName }: DescMessage, fields: ItemFields): Omit<StoredResource, "message"> {
  return {
    typeName,
    id: fields.text("id"),
    parentId: fields.text("parentId"),
    name: fields.text("name"),
    sequence: fields.number("sequence"),
  };
}

function readSaved(fields: ItemFields): SavedMessage {
  return { json: fields.raw("json") as JsonValue | undefined, base64: fields.text("base64") };
}

/** A resource whose message is read each time it is used. Most of a large state is never used. */
class LazyResource extends LazyItem<StoredResource> implements StoredResource {
  readonly typeName: string;
  readonly id: string;
  readonly parentId: string;
  readonly name: string;
  readonly sequence: number;

  constructor(json: string, head: ItemFields, load: (json: string) => StoredResource, desc: DescMessage) {
    super(json, load);
    const { typeName, id, parentId, name, sequence } = readHead(desc, head);
    this.typeName = typeName;
    this.id = id;
    this.parentId = parentId;
    this.name = name;
    this.sequence = sequence;
  }

  get message(): Message {
    return this.read().message;
  }
}

/** Parses the JSON of an item. */
export function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new EmulatorError("STATE_INVALID", "the item is not JSON", { cause: error });
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
