import type { Method } from "../rpc/service.js";
import { fill } from "../../messages/table/fill.js";
import { type Properties, writeField } from "../../messages/table/field-access.js";
import type { MessageTable } from "../../messages/table/table.js";
import { timestampFromDate } from "../../messages/table/time.js";
import type { MessageType } from "../../messages/wire/message-type.js";
import type { Route } from "../client/call-start.js";
import type { OperationReading } from "./operation-handle.js";
import { RouteOrigin } from "./operation-origin.js";
import { idOf } from "../client/resource-version.js";

/** A resource of which nothing was changed. */
export interface Unchanged {
  readonly get: Method;
  readonly update: Method;
  /** The resource as it was read. */
  readonly resource: object;
}

/** Where an operation "came from" that was never started: it is over, and whoever reads it or its resource makes no call. */
export class UnchangedOrigin<Operation> extends RouteOrigin<Operation> {
  readonly #operation: Operation;
  readonly #resource: object;
  override readonly isUnchanged = true;

  constructor(route: Route, wiring: OperationReading<Operation>, unchanged: Unchanged) {
    super({ route, wiring, method: unchanged.update.path.slice(1), requestId: () => undefined });
    this.#resource = unchanged.resource;
    // The table is that of the operation.
    this.#operation = finishedOperation(
      wiring.get.response,
      unchanged,
      route.core.clock.epochMs(),
    ) as Operation;
  }

  /** The operation, which has succeeded and has no id. */
  get operation(): Operation {
    return this.#operation;
  }

  override call(method: Method): Promise<unknown> {
    return Promise.resolve(method.path === this.wiring.get.path ? this.#operation : this.#resource);
  }
}

/** An operation that has succeeded already: of the convention's kind, or of that of AIP-151. */
function finishedOperation(table: MessageTable, { get, resource }: Unchanged, nowMs: number): unknown {
  const isNamed = table.byName.has("done") && table.byName.has("response");
  const id = idOf(get.response, resource);
  const facts: { readonly [name: string]: unknown } = isNamed
    ? { done: true, response: packed(get.response, resource) }
    : { resource_id: id, status: {}, finished_at: timestampFromDate(new Date(nowMs)) };
  const init: Properties = {};
  for (const [name, value] of Object.entries(facts)) {
    const field = table.byName.get(name);
    if (field) writeField(init, field, value);
  }
  return fill(table as MessageTable<object>, init);
}

function packed(type: MessageType<unknown>, resource: object): object {
  return { typeUrl: `type.googleapis.com/${type.typeName}`, value: type.encode(resource) };
}

/**
 * The response of an Update that was not sent, since nothing was changed: the resource, or what holds the resource alone;
 * an empty message for a response that holds no resource.
 */
export function unchangedResponse({ get, update, resource }: Unchanged): unknown {
  const { typeName } = get.response;
  if (update.response.typeName === typeName) return resource;
  const holder = update.response.fields.find(
    ({ shape }) =>
      shape.kind === "single" && shape.type.kind === "message" && shape.type.table.typeName === typeName,
  );
  const init = holder && !holder.oneof ? { [holder.local]: resource } : {};
  return fill(update.response as MessageTable<object>, init);
}
