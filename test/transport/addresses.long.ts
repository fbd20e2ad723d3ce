import dns from "node:dns";
import { Client, credentials } from "@grpc/grpc-js";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { staticToken } from "../../runtime/src/session/auth/outside-token.js";
import { printFigure } from "../figures.js";
import { FiveAddresses, type Kind, kinds, orders } from "../../runtime/src/fixture/five-addresses.fixture.js";
import {
  connectThings,
  methods,
  openSession,
  ThingType,
} from "../../runtime/src/fixture/test-api.fixture.js";
import { testCertificate } from "../../runtime/src/fixture/tls.fixture.js";

/** Each order of five addresses of one name, in both versions of IP: the time until a call can be sent, beside grpc-js. */

const host = "things.store.api.example.com";
const times = new Map<string, { ours: number; grpcJs: number }>();
let five: FiveAddresses;

beforeAll(async () => {
  five = await new FiveAddresses(ThingType.encode({ metadata: undefined, spec: undefined })).listen();
  // The first of each loads what the others have.
  await callByName(["good"], 4);
  await waitForGrpcJs(["good"], 4);
});
afterAll(async () => {
  await five[Symbol.asyncDispose]();
  printFigure("sets", tableOfSets());
  console.log(tableOfOrders());
});

describe.each([4, 6] as const)("with IPv%i,", (family) => {
  it.each(orders(kinds).map((order) => [order.join(", "), order] as const))("%s", async (name, order) => {
    const ours = await measure(() => callByName(order, family));
    const grpcJs = await measure(() => waitForGrpcJs(order, family));
    times.set(`${family} ${name}`, { ours, grpcJs });
    expect(five.connections).toBeGreaterThan(0);
  });
});

async function measure(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

/** A first call of a session that knows nothing of the addresses. */
async function callByName(order: readonly Kind[], family: 4 | 6): Promise<void> {
  const found = order.map((kind) => ({ address: five.address(kind, family), family }));
  const lookup = vi.spyOn(dns.promises, "lookup").mockImplementation((async () => found) as never);
  await using session = openSession({
    endpoint: `api.example.com:${five.port}`,
    credentials: staticToken("token-1"),
    tls: { ca: testCertificate },
    retry: false,
  });
  await connectThings(session).unary(methods.get, {});
  lookup.mockRestore();
}

async function waitForGrpcJs(order: readonly Kind[], family: 4 | 6): Promise<void> {
  const all = order.map((kind) => five.address(kind, family));
  const target =
    family === 4
      ? `ipv4:${all.map((one) => `${one}:${five.port}`).join()}`
      : `ipv6:${all.map((one) => `[${one}]:${five.port}`).join()}`;
  const client = new Client(target, credentials.createSsl(Buffer.from(testCertificate)), {
    "grpc.ssl_target_name_override": host,
    "grpc.default_authority": host,
    "grpc.use_local_subchannel_pool": 1,
  });
  await new Promise<void>((resolve, reject) => {
    client.waitForReady(Date.now() + 20_000, (error) => (error ? reject(error) : resolve()));
  });
  client.close();
}

/** A row for each order. */
function tableOfOrders(): string {
  const rows = orders(kinds).map((order) => [
    order.join(", "),
    ...cells((name) => name === order.join(", ")),
  ]);
  return inLines(["the addresses of the name", ...heads], rows);
}

/** A row for each set of addresses that come before the good one: those behind it are never tried. */
function tableOfSets(): string {
  const setOf = (name: string): string =>
    (name.split("good")[0] ?? "").split(", ").filter(Boolean).toSorted().join(", ");
  const sets = new Set(orders(kinds).map((order) => setOf(order.join(", "))));
  const rows = [...sets]
    .toSorted((one, other) => one.length - other.length)
    .map((set) => [set || "none", ...cells((name) => setOf(name) === set)]);
  return inLines(["before the good address", ...heads], rows);
}

const heads = ["Stratus, IPv4", "grpc-js, IPv4", "Stratus, IPv6", "grpc-js, IPv6"];

/** The median of some orders in milliseconds, and the longest. */
function cells(isMeant: (name: string) => boolean): string[] {
  return [4, 6].flatMap((family) => {
    const found = [...times].filter(([name]) => name.startsWith(`${family} `) && isMeant(name.slice(2)));
    return (["ours", "grpcJs"] as const).map((who) => {
      const all = found
        .map(([, measured]) => Math.round(measured[who]))
        .toSorted((one, other) => one - other);
      const middle = `${all[Math.floor(all.length / 2)]}`;
      return all.length > 1 ? `${middle}, at most ${all.at(-1)}` : middle;
    });
  });
}

function inLines(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}
