import { startEmulator } from "@stratus/emulator";
import {
  findSdk,
  isUnknownPath,
  makeMessage,
  openClient,
  openSession,
  readFailure,
  readPath,
} from "@stratus/dynamic-client";
import { expect, it } from "vitest";
import { root } from "../repository.fixture.js";

it("calls methods of an SDK by the names in its guide, as the README does", async () => {
  await using emulator = await startEmulator({ sdk: "@svc/cloud", cwd: root });
  const sdk = await findSdk("@svc/cloud", root);
  const settings = { endpoint: emulator.address, insecure: true, apiDomain: emulator.apiDomain };
  const { session, close } = await openSession(sdk, settings, {
    env: { CLOUD_TOKEN: emulator.issueToken() },
    userAgent: "my-tool/1.0",
  });
  const entry = sdk.guide.services.find(({ words }) => words === "compute instance");
  if (!entry) throw new Error("the guide has no compute instance");
  const service = await sdk.service(entry);
  const client = await openClient(sdk, service, session);
  const call = async (word: string, fields: Readonly<Record<string, string>>): Promise<unknown> => {
    const method = service.method(word);
    if (!method) throw new Error(`the guide has no ${word}`);
    const changes = Object.entries(fields).map(([name, value]) => {
      const path = readPath(service, method.request, name);
      if (isUnknownPath(path)) throw new Error(name);
      return { path, value };
    });
    const request = await makeMessage(service, method.request, changes);
    const answer = await client.call(method, method.local, request, { timeoutMs: 10_000 });
    return method.response ? service.codec.toJson(method.response, answer) : undefined;
  };
  await call("create", { "metadata.parent_id": "p1", "metadata.name": "web-1" });
  const page = { items: [{ metadata: { parentId: "p1", name: "web-1" } }] };
  expect(await call("list", { parent_id: "p1" })).toMatchObject(page);
  const failure = await call("get", { id: "instance-404" }).catch(readFailure);
  expect(failure).toMatchObject({ code: "NOT_FOUND", mayHaveReachedServer: true });
  await close();
});
