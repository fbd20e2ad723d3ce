import type { Method } from "../rpc/service.js";
import { fill } from "../../messages/table/fill.js";
import { type Properties, writeField } from "../../messages/table/field-access.js";
import type { MessageTable } from "../../messages/table/table.js";
import { timestampFromDate } from "../../messages/table/time.js";
import type { MessageType } from "../../messages/wire/message-type.js";
import type { Route } from "../client/call-start.js";
import type { OperationReader } from "./operation-handle.js";
import { RouteOrigin } from "./operation-origin.js";
import { readResourceId } from "../client/resource-version.js";

/** A resource that a `modify` has not changed. */
export interface Unchanged {
  readonly get: Method;
  readonly update: Method;
  /** The resource as it was read. */
  readonly resource: object;
}

/** The origin of an operation that was never started. It is done, and reading it or its resource makes no call. */
export class UnchangedOrigin<Operation> extends RouteOrigin<Operation> {
  readonly #operation: Operation;
  readonly #resource: object;
  override readonly isUnchanged = true;

  constructor(route: Route, wiring: OperationReader<Operation>, unchanged: Unchanged) {
    super({ route, wiring, method: unchanged.update.path.slice(1), requestId: () => undefined });
    this.#resource = unchanged.resource;
    // By its table, it is an operation.
    this.#operation = createDoneOperation(
      wiring.get.response,
      unchanged,
      route.core.clock.epochMs(),
    ) as Operation;
  }

  /** The operation, which has succeeded and has no ID. */
  get operation(): Operation {
    return this.#operation;
  }

  override call(method: Method): Promise<unknown> {
    return Promise.resolve(method.path === this.wiring.get.path ? this.#operation : this.#resource);
  }
}

/** Creates an operation that has succeeded, in the form of the convention or of AIP-151. */
function createDoneOperation(table: MessageTable, { get, resource }: Unchanged, nowMs: number): unknown {
  const isNamed = table.byName.has("done") && table.byName.has("response");
  const id = readResourceId(get.response, resource);
  const facts: { readonly [name: string]: unknown } = isNamed
    ? { done: true, response: packAny(get.response, resource) }
    : { resource_id: id, status: {}, finished_at: timestampFromDate(new Date(nowMs)) };
  const init: Properties = {};
  for (const [name, value] of Object.entries(facts)) {
    const field = table.byName.get(name);
    if (field) writeField(init, field, value);
  }
  return fill(table as MessageTable<object>, init);
}

function packAny(type: MessageType<unknown>, resource: object): object {
  return { typeUrl: `type.googleapis.com/${type.typeName}`, value: type.encode(resource) };
}

/**
 * Creates the response of an Update that was not sent because nothing was changed: the resource, or a message with the
 * resource in its field. The message is empty if it has no such field.
 */
export function createUnchangedResponse({ get, update, resource }: Unchanged): unknown {
  const { typeName } = get.response;
  if (update.response.typeName === typeName) return resource;
  const field = update.response.fields.find(
    ({ shape }) =>
      shape.kind === "single" && shape.type.kind === "message" && shape.type.table.typeName === typeName,
  );
  const init = field && !field.oneof ? { [field.local]: resource } : {};
  return fill(update.response as MessageTable<object>, init);
}
