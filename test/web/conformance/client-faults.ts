import type { Header } from "../../../generated/interop/connectrpc/conformance/v1/index.js";
import type { Caller, CallFailure, CallOrder, OpenCaller } from "./caller.js";
import { esCaller } from "./es-caller.js";
import type { Permutation } from "./expand.js";

/** Wrong clients: each is that of Connect's library with one mistake. The runner is to find all of them. */
export const clientFaults: { readonly [mistake: string]: OpenCaller } = {
  "sends no header": ordering((order) => ({ ...order, headers: order.headers.slice(0, 1) })),
  "sends one value of each header": ordering((order) => ({
    ...order,
    headers: order.headers.map(({ name, value }) => ({ name, value: value.slice(0, 1) })),
  })),
  "sends no deadline": ordering((order) => ({ ...order, timeoutMs: undefined })),
  "sends a longer deadline": ordering((order) => ({
    ...order,
    timeoutMs: order.timeoutMs === undefined ? undefined : order.timeoutMs + 1_000,
  })),
  "does not cancel": ordering((order) => ({ ...order, signal: new AbortController().signal })),
  "hears no header": seeing((seen) => ({ ...seen, header: () => {} })),
  "hears no trailer": seeing((seen) => ({ ...seen, trailer: () => {} })),
  "keeps the first of several values": seeing((seen) => ({
    ...seen,
    header: (headers: readonly Header[]) =>
      seen.header(headers.map(({ name, value }) => ({ name, value: [value.join(", ").split(", ")[0]!] }))),
  })),
  "has each response twice": seeing((seen) => ({
    ...seen,
    payload(payload) {
      seen.payload(payload);
      seen.payload(payload);
    },
  })),
  "loses the data of responses": seeing((seen) => ({
    ...seen,
    payload: (payload) => seen.payload({ ...payload, data: new Uint8Array(0) }),
  })),
  "calls every failure unknown": failing((failure) => ({ ...failure, code: 2 })),
  "loses the texts of failures": failing((failure) => ({ ...failure, message: "" })),
  "loses the details of failures": failing((failure) => ({ ...failure, details: [] })),
  "speaks another protocol": asked((permutation) => ({
    ...permutation,
    protocol: permutation.protocol === "CONNECT" ? "GRPC_WEB" : "CONNECT",
  })),
  "writes in another format": asked((permutation) => ({
    ...permutation,
    codec: permutation.codec === "PROTO" ? "JSON" : "PROTO",
  })),
  "packs what is to be sent as it is": asked((permutation) => ({ ...permutation, compression: "GZIP" })),
};

/** A client of Connect's library whose parts are changed. */
function changed(change: (caller: Caller) => Partial<Caller>): OpenCaller {
  return (target, permutation) => {
    const caller = esCaller(target, permutation);
    return { ...caller, [Symbol.asyncDispose]: () => caller[Symbol.asyncDispose](), ...change(caller) };
  };
}

function ordering(change: (order: CallOrder) => CallOrder): OpenCaller {
  return changed((caller) => ({ call: (order) => caller.call(change(order)) }));
}

function seeing(change: (seen: CallOrder["seen"]) => CallOrder["seen"]): OpenCaller {
  return ordering((order) => {
    const { seen } = order;
    const own = {
      header: (headers: readonly Header[]) => seen.header(headers),
      trailer: (trailers: readonly Header[]) => seen.trailer(trailers),
      payload: (payload: Parameters<typeof seen.payload>[0]) => seen.payload(payload),
    };
    return { ...order, seen: change(own) };
  });
}

function failing(change: (failure: CallFailure) => CallFailure): OpenCaller {
  return changed((caller) => ({ explain: (error) => change(caller.explain(error)) }));
}

function asked(change: (permutation: Permutation) => Permutation): OpenCaller {
  return (target, permutation) => esCaller(target, change(permutation));
}
