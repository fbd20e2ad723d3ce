/**
 * A walk through the API against a local cloud: everything that an application
 * does, on real sockets, with what went over the wire.
 */
import { generateKeyPairSync } from "node:crypto";
import { fileURLToPath } from "node:url";
import { startEmulator } from "@stratus/emulator";
import { Cloud, CloudError, serviceAccount } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import { ProfileServiceClient } from "@svc/cloud/iam/v1";
import { Narrator } from "./narrator.js";

const top = fileURLToPath(new URL("../../../", import.meta.url));
const parentId = "project-1";
const account = { id: "serviceaccount-walkthrough", keyId: "publickey-walkthrough" };
const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

await using emulator = await startEmulator({ protos: ".", cwd: top, operationDelayMs: 300 });
emulator.addServiceAccount({
  ...account,
  publicKeyPem: publicKey.export({ type: "spki", format: "pem" }).toString(),
});

await using cloud = new Cloud({
  apiDomain: emulator.apiDomain,
  credentials: serviceAccount.fromKey({ accountId: account.id, keyId: account.keyId, key: privateKey }),
  endpoint: emulator.address,
  insecure: true,
});
const instances = new InstanceServiceClient(cloud);
const narrator = new Narrator(() => emulator.calls(), console.log);
console.log(`A local cloud for ${emulator.apiDomain} listens at ${emulator.address}.`);

await narrator.step(
  "Who am I? The session signs a JWT with its RSA key and exchanges it for a token first.",
  () => new ProfileServiceClient(cloud).get({}),
  ({ profile }) =>
    profile?.$case === "serviceAccountProfile"
      ? `service account ${profile.value.info?.metadata?.id}`
      : "someone else",
);

const operation = await narrator.step(
  "Create an instance with two disks, and wait until it is there.",
  async () => {
    const creation = await instances.create({
      metadata: { parentId, name: "web-1", labels: { tier: "web" } },
      spec: {
        cpu: 4,
        memoryBytes: 8n << 30n,
        secondaryDisks: [{ diskId: "disk-1" }, { diskId: "disk-2" }],
        hostnames: ["web"],
      },
    });
    await creation.wait({ pollIntervalMs: 100 });
    return creation;
  },
  ({ id, resourceId }) => `operation ${id} made ${resourceId}`,
);
const id = operation.resourceId;

const vm = await narrator.step(
  "Read it.",
  () => instances.get({ id }),
  ({ metadata, spec }) =>
    `${metadata.name} has ${spec.cpu} cores and ${spec.secondaryDisks.length} secondary disks`,
);

await narrator.step(
  "Change what it has, and nothing else: read, change, write. The mask is the smallest that does it.",
  async () => {
    const change = await instances.modify({ id }, (it) => {
      it.spec.cpu = 8;
      it.spec.hostnames = [];
    });
    await change.wait({ pollIntervalMs: 100 });
    return instances.get({ id });
  },
  ({ spec }) => `${spec.cpu} cores, hostnames ${JSON.stringify(spec.hostnames)}`,
);

await narrator.step(
  "Replace the whole of it. The mask is derived from the request.",
  async () => {
    const { metadata } = await instances.get({ id });
    const change = await instances.update({ metadata, spec: { ...vm.spec, cpu: 2 } });
    await change.wait({ pollIntervalMs: 100 });
    return instances.get({ id });
  },
  ({ spec }) =>
    `${spec.cpu} cores, hostnames ${JSON.stringify(spec.hostnames)}, ${spec.secondaryDisks.length} secondary disks`,
);

await narrator.step(
  "Detach all secondary disks: name the list in the mask and send no list.",
  async () => {
    const change = await instances.update(
      { metadata: { id } },
      { resetMask: (m) => [m.spec.secondaryDisks] },
    );
    await change.wait({ pollIntervalMs: 100 });
    return instances.get({ id });
  },
  ({ spec }) => `${spec.secondaryDisks.length} secondary disks, still ${spec.cpu} cores`,
);

await narrator.step(
  "List what there is.",
  async () => {
    const names: string[] = [];
    for await (const { metadata } of instances.listAll({ parentId })) names.push(metadata.name);
    return names;
  },
  (names) => names.join(", "),
);

await narrator.step(
  "Delete it.",
  async () => {
    const deletion = await instances.delete({ id });
    await deletion.wait({ pollIntervalMs: 100 });
    return deletion;
  },
  ({ id: deletion }) => `operation ${deletion} is complete`,
);

await narrator.step(
  "Ask for it again. Errors have a code and the service's own words.",
  async () => {
    try {
      await instances.get({ id });
    } catch (error) {
      if (error instanceof CloudError) return error;
      throw error;
    }
    throw new Error("the deleted instance is still there");
  },
  ({ code, serviceErrors }) => `${code}: ${serviceErrors[0]?.details?.$case ?? "no details"}`,
);

console.log("\nThat was all of it.");
