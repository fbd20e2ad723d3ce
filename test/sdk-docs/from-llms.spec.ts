import { describe, expect, it } from "vitest";
import { startEmulator } from "@stratus/emulator";
import { Cloud, CloudError, staticToken, toJson } from "@svc/cloud";
import { Instance, InstanceServiceClient } from "@svc/cloud/compute/v1";

/** A program that was written after a reading of `llms.txt` of the SDK and of nothing else. */
describe("a program written from llms.txt alone", () => {
  it("creates, changes, lists and deletes", async () => {
    await using emulator = await startEmulator({ sdk: "@svc/cloud" });
    await using session = new Cloud({
      apiDomain: emulator.apiDomain,
      endpoint: emulator.address,
      insecure: true,
      credentials: staticToken(emulator.issueToken()),
    });
    const client = new InstanceServiceClient(session);
    const parentId = "project-1";

    const operation = await client.create({
      metadata: { parentId, name: "web-1" },
      spec: { platform: "standard", serviceAccountId: "robot" },
    });
    const created = await operation.resource();

    const { id } = created.metadata;
    await (
      await client.modify({ id }, (resource) => {
        resource.spec.cpu = 8;
      })
    ).wait();
    const names: string[] = [];
    for await (const item of client.listAll({ parentId }))
      names.push(`${item.metadata.name} ${item.spec.cpu}`);
    expect(names).toEqual(["web-1 8"]);

    const json = toJson(Instance, await client.get({ id }));
    expect(json).toMatchObject({ metadata: { id }, spec: { cpu: 8 } });

    await (await client.delete({ id })).wait();
    const failure = await client.get({ id }).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure instanceof CloudError && failure.code).toBe("NOT_FOUND");
  });
});
