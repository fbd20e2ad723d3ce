import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { serve } from "@hono/node-server";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import "reflect-metadata";
import { describe, expect, it } from "vitest";
import { addService, fetchHandler, webHandler, type AddServices } from "@stratus/runtime/server";
import { descriptors } from "../../generated/interop/descriptors.js";
import { TestServiceServer } from "../../generated/interop/testing/index.server.js";
import { TestServiceClient } from "../../generated/interop/testing/index.js";
import { Interop, tokenFromFunction, type InteropOptions } from "../../generated/interop/web.js";

const add: AddServices = (server) =>
  addService(
    server,
    TestServiceServer,
    {
      unaryCall: ({ responseSize }) => ({ payload: { body: new Uint8Array(responseSize) } }),
      async *streamingOutputCall({ responseParameters }) {
        for (const { size } of responseParameters) yield { payload: { body: new Uint8Array(size) } };
      },
    },
    { partial: true },
  );
const nodeHandler = await webHandler(descriptors, add);
const handler = await fetchHandler(descriptors, add);

/** A server on a port of this machine. */
interface Running {
  readonly port: number;
  close(): unknown;
}

function listen(server: Server): Promise<Running> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () =>
      resolve({ port: (server.address() as AddressInfo).port, close: () => server.close() }),
    );
  });
}

/** An application of Nest without modules. */
class Application {
  readonly name = "application";
}
Module({})(Application);

const frameworks: readonly (readonly [name: string, start: () => Promise<Running>])[] = [
  [
    "Express",
    () => {
      const app = express();
      app.use("/api", nodeHandler);
      app.get("/", (_request, response) => void response.send("hello"));
      return listen(createServer(app));
    },
  ],
  [
    "Fastify",
    async () => {
      const app = fastify();
      const onRequest = (request: { raw: never }, reply: { raw: never; hijack(): void }): void => {
        reply.hijack();
        nodeHandler(request.raw, reply.raw);
      };
      app.all("/grpc.testing.TestService/*", { onRequest: onRequest as never }, () => undefined);
      app.get("/", () => "hello");
      await app.listen({ port: 0, host: "127.0.0.1" });
      return { port: (app.server.address() as AddressInfo).port, close: () => app.close() };
    },
  ],
  [
    "Hono",
    async () => {
      const app = new Hono();
      app.all("/api/*", (context) => handler(context.req.raw));
      app.get("/", (context) => context.text("hello"));
      return listen(serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }) as Server).catch(() => {
        throw new Error("the server of Hono does not listen");
      });
    },
  ],
  [
    "Nest",
    async () => {
      const app = await NestFactory.create(Application, { logger: false });
      app.use("/api", nodeHandler);
      await app.listen(0, "127.0.0.1");
      return { port: (app.getHttpServer().address() as AddressInfo).port, close: () => app.close() };
    },
  ],
];

describe.each(frameworks)("services in %s", (name, start) => {
  it.each<[protocol: string, options: Partial<InteropOptions>]>([
    ["gRPC-web", { protocol: "grpc-web" }],
    ["Connect", { protocol: "connect" }],
  ])("answer calls by %s beside the pages of the framework", async (_, options) => {
    const { port, close } = await start();
    const origin = `http://127.0.0.1:${port}`;
    const session = new Interop({
      baseUrl: name === "Fastify" ? origin : `${origin}/api`,
      credentials: tokenFromFunction(() => "token-1"),
      retry: false,
      ...options,
    });
    const client = new TestServiceClient(session);
    expect((await client.unaryCall({ responseSize: 5 })).payload?.body).toHaveLength(5);
    const sizes: (number | undefined)[] = [];
    for await (const { payload } of client.streamingOutputCall({ responseParameters: [{ size: 3 }] }))
      sizes.push(payload?.body.length);
    expect(sizes).toEqual([3]);
    await expect(client.emptyCall({})).rejects.toMatchObject({ code: "UNIMPLEMENTED" });
    if (name !== "Nest") expect(await (await fetch(origin)).text()).toBe("hello");
    await session.close({ graceMs: 1 });
    await close();
  });
});
