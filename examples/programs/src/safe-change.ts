/**
 * Takes numbers from a counter that lives in a label. Run it twice at the same time: no number is given twice.
 *
 *   node safe-change.js INSTANCE_ID TIMES
 *
 * `modify` reads, changes, and writes with the version that it read. If somebody was faster, the server refuses,
 * and `modify` starts again with what is there now.
 */
import { Cloud } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";

const [id = "", times = "1"] = process.argv.slice(2);
await using cloud = Cloud.fromEnv();
const instances = new InstanceServiceClient(cloud);

for (let taken = 0; taken < Number(times); taken++) {
  let number = 0;
  const change = await instances.modify({ id }, (vm) => {
    // May run more than once, so it depends on nothing but what was read.
    number = Number(vm.metadata.labels["counter"] ?? 0) + 1;
    vm.metadata.labels["counter"] = String(number);
  });
  await change.wait();
  console.log(number);
}
