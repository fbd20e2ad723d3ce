/**
 * Uses an SDK as a program does, from login to an API error. Each frozen SDK has a copy, which keeps to the API of its
 * version.
 */
import assert from "node:assert/strict";
import { Cloud, CloudError, fromJson, serviceAccount, toJson, type CloudOptions } from "@svc/cloud";
import { Instance, InstanceServiceClient } from "@svc/cloud/compute/v1";
import { ProfileServiceClient } from "@svc/cloud/iam/v1";

const { API_DOMAIN = "", ADDRESS = "", ACCOUNT_ID = "", KEY_ID = "", KEY = "" } = process.env;

const options: CloudOptions = {
  apiDomain: API_DOMAIN,
  credentials: serviceAccount.fromPem({ accountId: ACCOUNT_ID, keyId: KEY_ID, privateKey: KEY }),
  endpoint: ADDRESS,
  insecure: true,
};
await using cloud = new Cloud(options);

const { profile } = await new ProfileServiceClient(cloud).get({});
assert(profile?.$case === "serviceAccountProfile");
assert.equal(profile.value.info?.metadata?.id, ACCOUNT_ID);

const instances = new InstanceServiceClient(cloud);
const metadata = { parentId: "project-1", name: "web-1", labels: { tier: "web" } };
const creation = await instances.create({ metadata, spec: { cpu: 4, hostnames: ["web"] } });
await creation.wait({ pollIntervalMs: 10 });
const id = creation.resourceId;
assert.equal(creation.isDone, true);

const created = await instances.get({ id });
assert.equal(created.spec.cpu, 4);
assert.deepEqual(created.spec.hostnames, ["web"]);

const names: string[] = [];
for await (const one of instances.listAll({ parentId: "project-1" })) names.push(one.metadata.name);
assert.deepEqual(names, ["web-1"]);
const { items } = await instances.list({ parentId: "project-1" });
assert.equal(items.length, 1);

const update = await instances.update({ metadata: { id } }, { resetMask: (m) => [m.spec.hostnames] });
const updated = await update.resource({ pollIntervalMs: 10 });
assert.deepEqual(updated.spec.hostnames, []);
assert.equal(updated.spec.cpu, 4);

const change = await instances.modify({ id }, (instance) => {
  instance.spec.cpu = 8;
});
const changed = await change.resource({ pollIntervalMs: 10 });
assert.equal(changed.spec.cpu, 8);

const json = toJson(Instance, changed);
assert.deepEqual(toJson(Instance, fromJson(Instance, json)), json);
assert.deepEqual(toJson(Instance, Instance.decode(Instance.encode(changed))), json);

const deletion = await instances.delete({ id });
await deletion.wait({ pollIntervalMs: 10 });
try {
  await instances.get({ id });
  assert.fail("the deleted instance is still there");
} catch (error) {
  assert(error instanceof CloudError);
  assert.equal(error.code, "NOT_FOUND");
  assert.equal(error.serviceErrors[0]?.details?.$case, "resourceNotFound");
}
console.log("all of it works");
