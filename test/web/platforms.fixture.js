// The program that each platform runs: the whole of a small life by each protocol, in one line of text.
import { Cloud, staticToken } from "@svc/cloud/web";
import { jsonFormat } from "@svc/cloud/web-messages";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";

const protocols = [
  {},
  { compression: "gzip" },
  { protocol: "connect" },
  { protocol: "connect", format: jsonFormat, compression: "gzip" },
];

export async function run(baseUrl, token) {
  const lives = [];
  for (const options of protocols) lives.push(await live(baseUrl, token, options));
  return lives.join(", ");
}

async function live(baseUrl, token, options) {
  const cloud = new Cloud({ baseUrl, credentials: staticToken(token), pollIntervalMs: 10, ...options });
  const instances = new InstanceServiceClient(cloud);
  const metadata = { parentId: `p-${Math.random()}`, name: "one", labels: { a: "b" } };
  const vm = await (await instances.create({ metadata, spec: { cpu: 3 } })).resource();
  const change = await instances.modify({ id: vm.metadata.id }, (one) => {
    one.spec.cpu = 5;
    one.metadata.labels = {};
  });
  await change.wait();
  let cores = 0;
  for await (const one of instances.listAll({ parentId: metadata.parentId })) cores += one.spec.cpu;
  const failure = await instances.get({ id: "nope" }).catch((error) => error.code);
  const signal = AbortSignal.abort(new Error("left"));
  const left = await instances.get({ id: "x" }, { signal }).catch((error) => error.message);
  await cloud.close();
  return `${cores} ${failure} ${left}`;
}
