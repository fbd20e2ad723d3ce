import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Server } from "@grpc/grpc-js";
import { Cloud, staticToken } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateFrom } from "../../generator/src/plugin/request.fixture.js";
import { type Folder, openFolder, triedCompilers } from "../compile.fixture.js";
import { readTree } from "../golden/tree.fixture.js";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** What a server's author may write, and what must not compile. */
const typed = `
import { grpcService, type ServerCall } from "@stratus/runtime/server";
import { OperationServiceServer, type OperationServiceHandlers } from "@svc/cloud/common/v1/server";
import { InstanceServiceServer, type InstanceServiceHandlers } from "@svc/cloud/compute/v1/server";

class Operations implements OperationServiceHandlers {
  async get({ id }: { id: string }, { signal }: ServerCall) {
    signal.throwIfAborted();
    return { id };
  }
  list() {
    return { operations: [{ id: "1" }] };
  }
}
export const whole: Pick<OperationServiceHandlers, "get"> = new Operations();
grpcService(InstanceServiceServer, {}, { partial: true });
// @ts-expect-error every rpc has a handler
grpcService(InstanceServiceServer, {});
// @ts-expect-error there is no such rpc
grpcService(InstanceServiceServer, { gte: () => ({}) }, { partial: true });
export const handlers: Partial<InstanceServiceHandlers> = {
  get: () => ({ spec: { cpu: 4 } }),
  // @ts-expect-error there is no such field
  getByName: () => ({ spec: { cpus: 4 } }),
  // @ts-expect-error a stream is answered by many
  readConsole: () => ({}),
  // @ts-expect-error no such request
  list: (request: { colour: string }) => ({ items: [] }),
};
// @ts-expect-error handlers of another service
grpcService(OperationServiceServer, handlers, { partial: true });
`;

/** The server that the page shows, as it stands there. */
describe("the server of docs/how-to/serve-an-api.md", () => {
  let folder: Folder;
  let server: Server;
  let cloud: Cloud;
  let instances: InstanceServiceClient;

  beforeAll(async () => {
    folder = await openFolder();
    const protos = { ...readTree(here("../../protos")), ...readTree(here("../../third_party")) };
    const page = readFileSync(here("../../docs/how-to/serve-an-api.md"), "utf8");
    const parameter = /opt: \[(.*)\]/.exec(page)?.[1]?.replaceAll(" ", "") ?? "";
    const program = /^```ts\n(.*?)^```$/ms.exec(page)?.[1] ?? "";
    const { files, error } = await generateFrom(protos, { parameter });
    expect(error).toBe("");
    const { "tsconfig.json": settings = "{}", ...sources } = files;
    // A program has the types of Node, which the package itself does without, and is run as it is compiled.
    const ofProgram = settings
      .replace('"types": []', '"types": ["node"]')
      .replace('"outDir": "dist/types"', '"outDir": "dist"')
      .replace('"emitDeclarationOnly": true', '"emitDeclarationOnly": false');
    await folder.write({ ...sources, "tsconfig.json": ofProgram });
    await folder.write({ "src/program.ts": program, "src/typed.ts": typed });
    for (const compiler of triedCompilers) {
      expect(await folder.compile(compiler)).toBe("");
    }
    const loaded = await import(pathToFileURL(join(folder.path, "dist/program.js")).href);
    server = loaded.server;
    const endpoint = `127.0.0.1:${loaded.port}`;
    cloud = new Cloud({
      apiDomain: "test",
      endpoint,
      insecure: true,
      credentials: staticToken("t".repeat(20)),
    });
    instances = new InstanceServiceClient(cloud);
  });

  afterAll(async () => {
    await cloud.close();
    server.forceShutdown();
    await folder[Symbol.asyncDispose]();
  });

  it("updates by what is sent and by the mask", async () => {
    const spec = { cpu: 4, memoryBytes: 8n, secondaryDisks: [{ diskId: "a" }, { diskId: "b" }] };
    const { resourceId: id } = await instances.create({ metadata: { parentId: "p", name: "web-1" }, spec });
    await instances.update({ metadata: { id } }, { resetMask: (m) => [m.spec.secondaryDisks] });
    expect((await instances.get({ id })).spec).toMatchObject({ cpu: 4, memoryBytes: 8n, secondaryDisks: [] });
    const operation = await instances.modify({ id }, (instance) => {
      instance.spec.cpu = 0;
      instance.spec.memoryBytes = 16n;
    });
    await operation.wait();
    const after = await instances.get({ id });
    expect(after.spec).toMatchObject({ cpu: 0, memoryBytes: 16n });
    expect(after.metadata).toMatchObject({ parentId: "p", name: "web-1" });
    const found: string[] = [];
    for await (const { metadata } of instances.listAll({ parentId: "p" })) found.push(metadata.id);
    expect(found).toEqual([id]);
  });

  it("tells its errors, streams, and does without some rpcs", async () => {
    await expect(instances.get({ id: "7" })).rejects.toMatchObject({
      code: "NOT_FOUND",
      text: "there is no instance 7",
    });
    const { resourceId: id } = await instances.create({});
    let text = "";
    for await (const { data } of instances.readConsole({ id })) {
      text += new TextDecoder().decode(data);
      if (text.includes("line 3")) break;
    }
    expect(text).toBe("line 1\nline 2\nline 3\n");
    await expect(instances.delete({ id })).rejects.toMatchObject({ code: "UNIMPLEMENTED" });
  });
});
