import type { OutgoingCall } from "../chain/interceptor.js";
import { AnyType, methods, StatusType, type Thing, ThingType } from "../../fixture/test-api.fixture.js";
import { messageType } from "../../fixture/message-type.fixture.js";
import type { TestClock } from "../../fixture/test-clock.fixture.js";
import { failure } from "../../fixture/test-transport.fixture.js";
import { defineMethod, defineService } from "../rpc/define-service.js";
import type { MessageType } from "../../messages/wire/message-type.js";
import { sleep } from "../../base/time/wait.js";
import { wireOperations } from "../operation/operation-handle.js";

/** An operation that says with which request and headers it was asked for. */
interface NotedOperation {
  id: string;
  resourceId: string;
  status: object | undefined;
  request: { typeUrl: string; value: Uint8Array };
  requestHeaders: { [name: string]: string };
}
const NotedOperationType: MessageType<NotedOperation> = messageType("acme.v1.NotedOperation", [
  [1, "id", "string"],
  [2, "resource_id", "string"],
  [3, "status", StatusType],
  [4, "request", AnyType],
  [5, "request_headers", ["string", "string"]],
]);
const ListOperationsType = messageType<{ resourceId: string; pageToken: string }>("acme.v1.ListOperations", [
  [1, "resource_id", "string"],
  [2, "page_token", "string"],
]);
const OperationPageType = messageType<{ operations: NotedOperation[]; nextPageToken: string }>(
  "acme.v1.OperationPage",
  [
    [1, "operations", [NotedOperationType]],
    [2, "next_page_token", "string"],
  ],
);
const operations = defineService("acme.v1.NotedOperationService", undefined);
const getOperation = defineMethod(operations, "Get", "unary", ListOperationsType, NotedOperationType, {
  readOnly: true,
});
const listOperations = defineMethod(operations, "List", "unary", ListOperationsType, OperationPageType, {
  readOnly: true,
});

const reading = () => getOperation;
const toRequest = (id: string) => ({ resourceId: id });
const listing = { method: () => listOperations, toRequest, items: "operations" };
const update = defineMethod(methods.update.service, "Update", "unary", ThingType, NotedOperationType, {
  update: true,
});

/** The methods of a `modify`, in an API whose operations are listed and in one whose operations are not. */
export const listedMethods = {
  get: methods.get,
  update,
  operation: wireOperations(reading, toRequest, listing),
};
export const unlistedMethods = { get: methods.get, update, operation: wireOperations(reading, toRequest) };

/** How a server behaves. */
interface Behavior {
  readonly clock: TestClock;
  /** Numbers from 0 up to 1, for its faults and the time that it takes. */
  readonly roll: () => number;
  /** Part of the attempts of an Update that fail, half before the effect and half after it. */
  readonly faultRate: number;
  /** Part of the Updates whose keys it has forgotten when they come again. */
  readonly forgets: number;
}

/**
 * A server with one resource, which counts: it checks the version, knows repeated calls by their keys unless it has
 * forgotten them, and loses answers. Each writer names itself in the header `x-writer`.
 */
export class CounterServer {
  readonly seen = { conflicts: 0, faults: 0, replays: 0, forgotten: 0 };
  /** How often the change of each writer was applied. */
  readonly applied = new Map<string, number>();
  #thing: Thing = {
    metadata: { id: "t1", parentId: "p", resourceVersion: 1n },
    spec: { size: 0, note: "", password: "kept" },
  };
  readonly #answers = new Map<string, NotedOperation>();
  readonly #operations: NotedOperation[] = [];
  readonly #is: Behavior;

  constructor(behavior: Behavior) {
    this.#is = behavior;
  }

  get count(): number {
    return this.#thing.spec?.size ?? 0;
  }

  async answer(call: OutgoingCall): Promise<unknown> {
    const { clock, roll, faultRate } = this.#is;
    await sleep(clock, Math.ceil(roll() * 20));
    const isFault = call.method.isUpdate && roll() < faultRate;
    this.seen.faults += Number(isFault);
    if (isFault && roll() < 0.5) return failure(14, "not now");
    const answer = this.#answer(call);
    await sleep(clock, Math.ceil(roll() * 20));
    return isFault ? failure(14, "the answer was lost") : answer;
  }

  #answer(call: OutgoingCall): unknown {
    if (call.method.name === "Get") return structuredClone(this.#thing);
    if (call.method.name === "List") return { operations: this.#operations.toReversed(), nextPageToken: "" };
    const key = String(call.metadata.get("x-idempotency-key"));
    const known = this.#answers.get(key);
    const isForgotten = known !== undefined && this.#is.roll() < this.#is.forgets;
    this.seen.forgotten += Number(isForgotten);
    if (known && !isForgotten) {
      this.seen.replays++;
      return known;
    }
    return this.#write(call, key);
  }

  #write(call: OutgoingCall, key: string): unknown {
    const request = call.message as Thing;
    const version = this.#thing.metadata?.resourceVersion ?? 0n;
    if (request.metadata?.resourceVersion !== version) {
      this.seen.conflicts++;
      return failure(10, "somebody else was faster");
    }
    const writer = String(call.metadata.get("x-writer"));
    this.applied.set(writer, (this.applied.get(writer) ?? 0) + 1);
    const sent = Object.entries(request.spec ?? {}).filter(([, value]) => Boolean(value));
    this.#thing = {
      metadata: { id: "t1", parentId: "p", resourceVersion: version + 1n },
      spec: { size: 0, note: "", password: "", ...this.#thing.spec, ...Object.fromEntries(sent) },
    };
    const operation: NotedOperation = {
      id: `op-${version}`,
      resourceId: "t1",
      status: { code: 0, message: "", details: [] },
      request: { typeUrl: "type.googleapis.com/acme.v1.Thing", value: ThingType.encode(request) },
      requestHeaders: { "x-idempotency-key": key },
    };
    this.#operations.push(operation);
    this.#answers.set(key, operation);
    return operation;
  }
}
