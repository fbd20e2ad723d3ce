/** What programs do with a server, by name: see `callProgram`. */
export interface Calls {
  readonly changesLabel: Call;
  readonly createsWithLabel: Call;
  readonly callsDefaultDomain: Call;
  readonly getsTask: Call;
  readonly getsTariff: Call;
}

/** Calls a server, and says what came of it. */
export type Call = (options: object) => Promise<string>;

/** A program of an SDK, which is run against servers of both versions. */
export const callProgram = `
import { Acme, type AcmeOptions } from "./sdk/index.js";
import { DiskServiceClient, TariffServiceClient } from "./sdk/acme/v1/index.js";

async function withDisks<T>(options: object, use: (disks: DiskServiceClient) => Promise<T>): Promise<T> {
  await using session = new Acme(options as AcmeOptions);
  return await use(new DiskServiceClient(session));
}

async function create(disks: DiskServiceClient, label: string): Promise<string> {
  const operation = await disks.create({ metadata: { name: "a" }, spec: { label } });
  await operation.wait();
  return operation.resourceId ?? "";
}

export const calls = {
  changesLabel: (options: object) =>
    withDisks(options, async (disks) => {
      const id = await create(disks, "x");
      await (await disks.modify({ id }, (disk) => { disk.spec.label = "y"; })).wait();
      return (await disks.get({ id })).spec.label;
    }),
  createsWithLabel: (options: object) =>
    withDisks(options, async (disks) => (await disks.get({ id: await create(disks, "x") })).spec.label),
  callsDefaultDomain: async (options: object) => {
    const { apiDomain: _, ...rest } = options as AcmeOptions;
    return await withDisks(rest, async (disks) => String((await create(disks, "x")) !== ""));
  },
  getsTask: (options: object) => withDisks(options, async (disks) => String((await create(disks, "x")) !== "")),
  getsTariff: async (options: object) => {
    await using session = new Acme(options as AcmeOptions);
    return (await new TariffServiceClient(session).get({ name: "t" })).name;
  },
};
`;
