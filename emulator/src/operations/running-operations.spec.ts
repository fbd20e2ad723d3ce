import { describe, expect, it } from "vitest";
import type { AcceptedOperation, OperationRecord } from "./operation-record.js";
import { OperationStore } from "./operation-store.js";

function accepted(n: number, name: string, dueAtMs = 1e9): AcceptedOperation {
  const texts = { endpoint: "e", method: "m", description: "d", createdBy: "c", parentId: "p" };
  const request = { typeName: "t.R", base64: "" };
  // Nothing of the message is looked at.
  const message = { $typeName: "t.T" };
  const resource = { typeName: "t.T", id: `r-${n}`, parentId: "p", name, sequence: n, message };
  return {
    ...texts,
    id: `o-${n}`,
    createdAtMs: 0,
    dueAtMs,
    resourceType: "t.T",
    resourceId: `r-${n}`,
    request,
    requestHeaders: {},
    effect: { kind: "put", resource },
    failure: undefined,
  };
}

/** What every Create asks of the operations that run, and does to them. */
function create(store: OperationStore, n: number): void {
  store.settle(n);
  expect(store.running.findNameHolders("t.T", "p", `name-${n}`)).toEqual([]);
  expect(store.running.on("t.T", `r-${n}`)).toEqual([]);
  store.accept(accepted(n, `name-${n}`, n));
}

describe("running operations", () => {
  it("are found by their resource and by the name that it will have, until they are complete", () => {
    const store = new OperationStore(Infinity, () => {});
    store.accept(accepted(1, "a", 10));
    store.accept(accepted(2, "a", 20));
    store.accept(accepted(3, "", 30));
    expect(store.running.findNameHolders("t.T", "p", "a")).toEqual(["r-1", "r-2"]);
    expect(store.running.findNameHolders("t.T", "p", "")).toEqual([]);
    expect(store.running.on("t.T", "r-3")).toMatchObject([{ id: "o-3" }]);
    store.settle(10);
    expect(store.running.findNameHolders("t.T", "p", "a")).toEqual(["r-2"]);
    store.abort("o-2", { code: "ABORTED", message: "" }, 11);
    expect(store.running.findNameHolders("t.T", "p", "a")).toEqual([]);
    store.settle(30);
    expect(store.running.on("t.T", "r-3")).toEqual([]);
    expect(store.get("o-2")).toMatchObject({ status: { code: "ABORTED" }, finishedAtMs: 11 });
  });

  it("are not looked through by a Create, however many there are", () => {
    const store = new OperationStore(Infinity, () => {});
    let looks = 0;
    const watched: ProxyHandler<OperationRecord> = {
      get: (record, name) => {
        looks += 1;
        return Reflect.get(record, name);
      },
    };
    for (let n = 0; n < 10_000; n += 1) {
      const record = {
        ...accepted(n + 1e6, `running-${n}`),
        sequence: n + 1,
        status: undefined,
        finishedAtMs: undefined,
      };
      store.restore(new Proxy<OperationRecord>(record, watched));
    }
    expect(looks).toBeGreaterThan(10_000);
    looks = 0;
    for (let n = 0; n < 500; n += 1) create(store, n);
    expect(looks).toBeLessThan(500);
  });
});
