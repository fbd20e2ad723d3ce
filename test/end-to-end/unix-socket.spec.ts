import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Cloud, staticToken } from "@svc/cloud";
import { Instance, InstanceServiceClient } from "@svc/cloud/compute/v1";
import { expect, it, onTestFinished } from "vitest";
import { answer, FaultServer } from "../../runtime/src/fixture/fault-server.fixture.js";

it("a server at a Unix socket is called by a session that has its address and no domain", async () => {
  const folder = mkdtempSync(join(tmpdir(), "stratus-unix-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "acme.sock");
  const instance = Instance.create({ metadata: { id: "instance-1" } });
  await using server = await new FaultServer([answer(Instance.encode(instance))]).listen(path);
  const credentials = staticToken("token-1");
  await using cloud = new Cloud({ endpoint: `unix:${path}`, insecure: true, credentials });
  await using other = new Cloud({ endpoints: { compute: `unix:${path}` }, insecure: true, credentials });
  for (const session of [cloud, other]) {
    const { metadata } = await new InstanceServiceClient(session).get({ id: "instance-1" });
    expect(metadata.id).toBe("instance-1");
  }
  expect(server.seen.map((headers) => headers[":authority"])).toEqual(["localhost", "localhost"]);
});
