/**
 * A nightly job that stops the instances of a project with the label `temporary`.
 *
 *   node service-account.js KEY_FILE PROJECT
 *
 * The key file belongs to a service account. The key signs the login and never leaves this process.
 */
import { Cloud, serviceAccount } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";

const [keyFile = "service-account.json", parentId = ""] = process.argv.slice(2);
await using cloud = Cloud.fromEnv({ credentials: serviceAccount.fromFile(keyFile) });
const instances = new InstanceServiceClient(cloud);

const filter = "metadata.labels:temporary AND spec.stopped = false";
for await (const { metadata } of instances.listAll({ parentId, filter })) {
  const change = await instances.modify({ id: metadata.id }, (vm) => {
    vm.spec.stopped = true;
  });
  await change.wait();
  console.log(`stopped ${metadata.name}`);
}
