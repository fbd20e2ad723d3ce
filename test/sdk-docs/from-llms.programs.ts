/**
 * Seven programs that were written after a reading of `llms.txt` and of the texts of two services, and of nothing else.
 * Five of them ran as they were first written. The text now has what the sixth lacked, and a mock does what the seventh
 * expected.
 */
import { Cloud, CloudError, mock, type Interceptor } from "@svc/cloud";
import { DiskServiceClient, InstanceServiceClient, InstanceStatus_State } from "@svc/cloud/compute/v1";

/** Creates an instance, waits for it, and returns its ID. */
export async function createAndWait(session: Cloud, parentId: string, name: string): Promise<string> {
  const client = new InstanceServiceClient(session);
  const operation = await client.create(
    {
      metadata: { parentId, name, labels: { tier: "front" } },
      spec: { cpu: 2, memoryBytes: 4n * 1024n ** 3n, secondaryDisks: [{ diskId: "disk-1" }] },
    },
    { timeoutMs: 30_000 },
  );
  const created = await operation.resource();
  return created.metadata.id;
}

/** Doubles the cores of all instances of a parent, and returns how many have changed. */
export async function changeMany(session: Cloud, parentId: string): Promise<number> {
  const client = new InstanceServiceClient(session);
  let changed = 0;
  for await (const { metadata } of client.listAll({ parentId })) {
    const operation = await client.modify({ id: metadata.id }, (resource) => {
      if (resource.spec.cpu < 8) resource.spec.cpu *= 2;
    });
    await operation.wait();
    // An unchanged resource gives a complete operation with an empty id.
    if (operation.id !== "") changed += 1;
  }
  return changed;
}

/** Detaches all secondary disks of an instance. */
export async function clearList(session: Cloud, id: string): Promise<void> {
  const client = new InstanceServiceClient(session);
  const operation = await client.update({ metadata: { id } }, { resetMask: (m) => [m.spec.secondaryDisks] });
  await operation.wait();
}

/** Returns a table of the instances with at least so many cores, as lines, read two items a page. */
export async function table(session: Cloud, parentId: string, cpu: number): Promise<string[]> {
  const client = new InstanceServiceClient(session);
  const request = { parentId, filter: `spec.cpu >= ${cpu} AND NOT status.state = STATE_ERROR`, pageSize: 2n };
  const lines: string[] = [];
  for await (const page of client.listAll(request).pages())
    for (const { metadata, spec, status } of page.items) {
      const state = InstanceStatus_State.nameOf(status?.state) ?? "UNKNOWN";
      lines.push([metadata.name.padEnd(8), String(spec.cpu).padStart(3), state].join(" "));
    }
  return lines;
}

/** Creates a disk. Uses the one that has the name already, and begins again after a conflict. */
export async function createOnce(session: Cloud, parentId: string, name: string): Promise<string> {
  const client = new DiskServiceClient(session);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const operation = await client.create({ metadata: { parentId, name }, spec: { sizeBytes: 1n << 30n } });
      return (await operation.resource()).metadata.id;
    } catch (error) {
      if (!(error instanceof CloudError)) throw error;
      const kinds = error.serviceErrors.map(({ details }) => details?.$case);
      if (kinds.includes("resourceAlreadyExists") || error.code === "ALREADY_EXISTS")
        return (await client.getByName({ parentId, name })).metadata.id;
      if (error.retryType !== "UNIT_OF_WORK" || attempt === 3) throw error;
    }
  }
}

/** Opens a session that sends a header with each call, and logs each attempt. */
export function observedSession(
  options: Partial<ConstructorParameters<typeof Cloud>[0]>,
  log: (line: string) => void,
): Cloud {
  const addTeam: Interceptor = (next) => (call) =>
    next({ ...call, metadata: call.metadata.with("x-team", "agents") });
  return Cloud.fromEnv({
    ...options,
    interceptors: [addTeam],
    hooks: {
      onAttemptEnd: ({ method, attempt, error }) => {
        log(`${method} ${attempt} ${error instanceof CloudError ? error.code : (error ?? "OK")}`);
      },
    },
  });
}

/** Returns the number of cores, and 0 if the instance does not exist. */
export async function coresOf(client: InstanceServiceClient, id: string): Promise<number> {
  try {
    return (await client.get({ id })).spec.cpu;
  } catch (error) {
    if (error instanceof CloudError && error.code === "NOT_FOUND") return 0;
    throw error;
  }
}

/** Clients for tests of `coresOf`: one with an instance, one without, and one whose first answer is a failure. */
export function mockedClients() {
  let calls = 0;
  const found = () => ({ spec: { cpu: 4 } });
  return {
    existing: mock(InstanceServiceClient, { get: found }),
    missing: mock(InstanceServiceClient, {
      get: () => {
        throw new CloudError({ code: "NOT_FOUND", text: "no such instance" });
      },
    }),
    flaky: mock(
      InstanceServiceClient,
      {
        get: () => {
          calls += 1;
          if (calls === 1) throw new CloudError({ code: "UNAVAILABLE", text: "try again" });
          return found();
        },
      },
      { retry: { maxAttempts: 3 } },
    ),
    creating: mock(InstanceServiceClient, {
      create: () => ({ resourceId: "instance-1" }),
      get: ({ id }) => ({ metadata: { id }, spec: { cpu: 2 } }),
    }),
  };
}
