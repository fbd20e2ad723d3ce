/** The part of the demo that a program is: calls of a typed client, with their effect on the local cloud. */
import { generateKeyPairSync } from "node:crypto";
import type { Emulator } from "@stratus/emulator";
import { Cloud, CloudError, serviceAccount } from "@svc/cloud";
import { DiskServiceClient, InstanceServiceClient } from "@svc/cloud/compute/v1";
import type { Narrator } from "./narrator.js";

const parentId = "project-1";

/** Opens a session that logs in as a service account of the local cloud, with a new key. */
function openSession(emulator: Emulator): Cloud {
  const account = { id: "serviceaccount-demo", keyId: "publickey-demo" };
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const publicKeyPem = publicKey.export({ type: "spki", format: "pem" }).toString();
  emulator.addServiceAccount({ ...account, publicKeyPem });
  return new Cloud({
    apiDomain: emulator.apiDomain,
    credentials: serviceAccount.fromKey({ accountId: account.id, keyId: account.keyId, key: privateKey }),
    endpoint: emulator.address,
    insecure: true,
    pollIntervalMs: 100,
  });
}

/** Shows the calls. Returns the ID of the instance that they create. */
export async function showCalls(narrator: Narrator, emulator: Emulator): Promise<string> {
  await using cloud = openSession(emulator);
  const instances = new InstanceServiceClient(cloud);
  const disks = new DiskServiceClient(cloud);

  const created = await narrator.step(
    "1. Create an instance. The session logs in first; resource() waits for the operation.",
    async () => {
      const operation = await instances.create({
        metadata: { parentId, name: "web-1" },
        spec: { cpu: 4, hostnames: ["web"] },
      });
      return operation.resource();
    },
    ({ metadata, spec }) => `${metadata.name} has ${spec.cpu} cores and ${spec.hostnames.length} hostname`,
  );
  const { id } = created.metadata;

  await narrator.step(
    "2. Change it. modify reads the instance and sends only the changes.",
    async () => {
      const operation = await instances.modify({ id }, (vm) => {
        vm.spec.cpu = 8;
        vm.spec.hostnames = [];
      });
      return operation.resource();
    },
    ({ spec }) => `${spec.cpu} cores and ${spec.hostnames.length} hostnames`,
  );

  emulator.script("DiskService/Create", [{ dropResponse: true }]);
  await narrator.step(
    "3. Create a disk while the network loses the response. The client retries, and there is one disk.",
    async () => {
      const operation = await disks.create({
        metadata: { parentId, name: "data" },
        spec: { sizeBytes: 1n << 30n },
      });
      await operation.wait();
      return (await disks.list({ parentId })).items;
    },
    (items) => `${items.length} disk: ${items.map(({ metadata }) => metadata.name).join()}`,
  );

  await narrator.step(
    "4. Ask for an instance that does not exist. Errors have a code and the details of the service.",
    () => instances.get({ id: "instance-0" }).catch((error) => error),
    (error) =>
      error instanceof CloudError ? `${error.code}: ${error.serviceErrors[0]?.details?.$case}` : "no error",
  );
  return id;
}
