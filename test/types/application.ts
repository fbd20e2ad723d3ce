/**
 * What an application writes, compiled as it stands: the code of the README and
 * of the design. The effort in it may shrink, never grow.
 */
import { tracingChannel } from "node:diagnostics_channel";
import { enableOpenTelemetry, openTelemetryHooks } from "@stratus/runtime/opentelemetry";
import {
  Cloud,
  CloudError,
  serviceAccount,
  oneofValue,
  type CallEndEvent,
  type Interceptor,
} from "@svc/cloud";
import { AttachedDisk, InstanceServiceClient } from "@svc/cloud/compute/v1";
import { CatalogueClient } from "@svc/catalogue";
import { pino } from "pino";

declare const parentId: string;
declare const id: string;
declare const signal: AbortSignal;

/** Services behind Unix sockets need no domain. */
export const local = [
  new Cloud({ endpoint: "unix:/run/acme.sock", insecure: true }),
  new Cloud({ endpoint: "unix-abstract:acme", timeoutMs: 5_000 }),
  new Cloud({ endpoints: { compute: "unix:acme.sock" } }),
  new Cloud({ endpoint: "unix:///run/acme.sock", apiDomain: "api.example.com" }),
  // @ts-expect-error the address is no socket, so the domain is needed
  new Cloud({ endpoint: "dns:///localhost:8443" }),
];

export async function changeInstances(): Promise<void> {
  await using cloud = new Cloud({
    apiDomain: "api.example.com",
    credentials: serviceAccount.fromFile("service-account.json"),
  });
  const instances = new InstanceServiceClient(cloud);

  const operation = await instances.create({ metadata: { parentId, name: "web-1" }, spec: { cpu: 4 } });
  await operation.wait({ signal, onProgress: (op) => console.log(op.progress?.workFraction) });
  const vm = await instances.get({ id: operation.resourceId });

  await instances.modify({ id: vm.metadata.id }, (vm) => {
    vm.spec.cpu = 8;
    vm.spec.secondaryDisks = [];
  });
  // A message that is added is made by its type, which writes the defaults.
  await instances.modify({ id }, (vm) => {
    vm.spec.bootDisk = AttachedDisk.create({ diskId: oneofValue(vm.spec.placement, "hostId") ?? "disk-1" });
    vm.spec.secondaryDisks.push(AttachedDisk.create({ diskId: "disk-2" }));
  });
  // A part of the resource that the callback returns does not count; the whole of it is the change.
  await instances.modify({ id }, (vm) => vm.spec.secondaryDisks.pop(), { conflictAttempts: 5 });
  await instances.modify({ id }, (vm) => ({ ...vm, spec: { ...vm.spec, cpu: 8 } }));
  const preview = await instances.previewModify({ id }, (vm) => (vm.spec.cpu = 8));
  console.log(
    preview.isUnchanged,
    preview.request.spec?.cpu,
    preview.resetMask.toString(),
    preview.after.spec.cpu,
  );

  await instances.update({ metadata: vm.metadata, spec: { ...vm.spec, secondaryDisks: [] } });

  await instances.update({ metadata: { id } }, { resetMask: (m) => [m.spec.secondaryDisks] });

  // Or send a part, with the rest as it was read.
  await instances.update({ metadata: { id }, spec: { cpu: 8 } }, { carry: vm });
  await instances.update({ spec: { cpu: 8 } }, { carry: { resource: vm, unguarded: true } });

  for await (const vm of instances.listAll({ parentId })) console.log(vm.metadata.name);

  try {
    await instances.get({ id: "nope" });
  } catch (error) {
    if (error instanceof CloudError && error.code === "NOT_FOUND") {
      console.error(error.requestId, error.serviceErrors);
    }
  }
  const { data, requestId, trailer } = await instances.get({ id }).withResponse();
  console.log(data.spec.cpu, requestId, trailer);
}

/** What must not compile. */
export async function mistakes(instances: InstanceServiceClient): Promise<void> {
  // @ts-expect-error an update without a mask replaces the whole resource, so it asks for all of it
  await instances.update({ metadata: { id } });
  // @ts-expect-error a field that the resource does not have
  await instances.update({ metadata: { id } }, { resetMask: (m) => [m.spec.disks] });
  // @ts-expect-error a field that the request does not have
  await instances.create({ metadata: { parentId, nam: "web-1" } });
  await instances.create({ spec: { memoryBytes: 1024 } });
  // @ts-expect-error 64-bit integers are bigint or number
  await instances.create({ spec: { memoryBytes: "1024" } });
  // @ts-expect-error a resource of another type
  await instances.update({ metadata: { id } }, { carry: { metadata: { name: 5 } } });
  // @ts-expect-error modify has a mask of its own
  await instances.modify({ id }, () => undefined, { resetMask: "spec.cpu" });
  // @ts-expect-error each try of modify has a key of its own
  await instances.modify({ id }, () => undefined, { idempotencyKey: "0123456789abcdef" });
  // @ts-expect-error a mask belongs to an update
  await instances.get({ id }, { resetMask: "spec.cpu" });
}

export async function readCatalogue(): Promise<void> {
  const catalogue = new CatalogueClient({ baseUrl: "https://catalogue.example.edu" });
  const course = await catalogue.courses.get("CS", 101);
  const hits = await catalogue.search.courses("data structures");
  console.log(course.title, hits.length);
}

export function watchedSessions(): Cloud[] {
  const apiDomain = "api.example.com";
  return [
    new Cloud({ apiDomain, hooks: openTelemetryHooks(), logger: pino() }),
    new Cloud({
      apiDomain,
      logger: console,
      hooks: [
        openTelemetryHooks({ conventions: "experimental" }),
        {
          onRetry: ({ method, attempt, error, delayMs }) =>
            console.log(`${method}: attempt ${attempt} failed with ${error.code}, next in ${delayMs} ms`),
          onCallEnd: ({ method, durationMs, error }) =>
            console.log(method, durationMs, error ? "failed" : "ok"),
        },
      ],
    }),
  ];
}

export function observeAll(): () => void {
  tracingChannel("stratus:call").asyncEnd.subscribe((message) => {
    const { method, durationMs, error } = message as CallEndEvent;
    console.log(method, durationMs, error ? "failed" : "ok");
  });
  return enableOpenTelemetry();
}

export function withSteps(): Cloud {
  const teams: Interceptor = (next) => (call) =>
    next({ ...call, metadata: call.metadata.with("x-team", "blue") });
  const readOnly: Interceptor = (next) => async (call) => {
    if (call.method.isReadOnly) return await next(call);
    throw new CloudError({ code: "PERMISSION_DENIED", text: `${call.method.name} is switched off` });
  };
  return new Cloud({ apiDomain: "api.example.com", interceptors: [teams, readOnly], debug: true });
}
