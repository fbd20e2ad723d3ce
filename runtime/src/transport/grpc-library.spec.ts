import { readFile } from "node:fs/promises";
import * as grpc from "@grpc/grpc-js";
import { expect, it } from "vitest";
import { Channel, ChannelCredentials, ConnectivityState, GrpcMetadata, Status } from "./grpc-library.js";

it.each([
  ["channel", Channel, grpc.Channel],
  ["channel credentials", ChannelCredentials, grpc.ChannelCredentials],
  ["connectivity state", ConnectivityState, grpc.connectivityState],
  ["metadata", GrpcMetadata, grpc.Metadata],
  ["status codes", Status, grpc.status],
])("gives the library's own %s", (_name, given, want) => {
  expect(given).toBe(want);
});

it("is pinned to one version, since the paths are no promise of the library", async () => {
  const text = await readFile(new URL("../../package.json", import.meta.url), "utf8");
  const { dependencies } = JSON.parse(text) as { dependencies: Record<string, string> };
  expect(dependencies["@grpc/grpc-js"]).toMatch(/^\d+\.\d+\.\d+$/);
});
