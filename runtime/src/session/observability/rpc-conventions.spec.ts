import { expect, it } from "vitest";
import type { CallEvent } from "../../calls/chain/hooks.js";
import { rpcConventions } from "./rpc-conventions.js";

it.each([
  ["compute.api.example.com:443", { "server.address": "compute.api.example.com", "server.port": 443 }],
  ["[::1]:50051", { "server.address": "[::1]", "server.port": 50051 }],
  ["api.example.com", { "server.address": "api.example.com" }],
  ["localhost", { "server.address": "localhost" }],
  ["[::1]", { "server.address": "[::1]" }],
])("the server of the authority %s is %j", (endpoint, server) => {
  const event = { method: "acme.v1.ThingService/Get", endpoint } as CallEvent;
  expect(rpcConventions.stable.callAttributes(event)).toEqual({
    "rpc.system.name": "grpc",
    "rpc.method": event.method,
    ...server,
  });
});
