/**
 * For a nightly job: stops the instances of a project that are labelled `temporary`.
 *
 *   node service-account.js KEY_FILE PROJECT
 *
 * The file is that of a service account. Its key signs a login, and never leaves this process.
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
