import { type Emulator, startEmulator } from "@stratus/emulator";
import { afterAll, beforeAll, expect, it } from "vitest";
import { root } from "../repository.fixture.js";
import { commandLine, type Ended, type World } from "./test-host.fixture.js";

let emulator: Emulator;
let acme: (argv: string | readonly string[], world?: World) => Promise<Ended>;

beforeAll(async () => {
  emulator = await startEmulator({ sdk: "@svc/cloud", cwd: root });
  const env = {
    CLOUD_TOKEN: emulator.issueToken(),
    CLOUD_ENDPOINT: emulator.address,
    CLOUD_INSECURE: "true",
    CLOUD_API_DOMAIN: emulator.apiDomain,
  };
  acme = commandLine("@svc/cloud", { env });
});
afterAll(() => emulator.close());

it("a list is counted, sorted and summed by a query, with all digits of 64-bit integers", async () => {
  const [bytes, more] = [9007199254740993n, 2n];
  await acme(`compute disk create --parent-id sums --name a --size-bytes ${bytes}`);
  await acme(`compute disk create --parent-id sums --name b --size-bytes ${more}`);
  const query = async (text: string) =>
    (await acme([..."compute disk list --parent-id sums --query".split(" "), text])).out;
  expect(await query("length(items)")).toBe("2\n");
  expect(await query("sum(items[].spec.sizeBytes)")).toBe(`${bytes + more}\n`);
  expect(await query("max_by(items, &spec.sizeBytes).metadata.name")).toBe("a\n");
  expect(await query("items[?spec.sizeBytes < `9007199254740993`].metadata.name | [0]")).toBe("b\n");
  expect(
    await query("sort_by(items, &spec.sizeBytes)[].spec.sizeBytes | join(',', map(&to_string(@), @))"),
  ).toBe(`${more},${bytes}\n`);
});

it("a query sees what the output shows, and no secret", async () => {
  const made = "compute instance create --parent-id secrets --name a --cpu 2 --user-data @-";
  expect((await acme(made, { stdin: "hunter2" })).code).toBe(0);
  const list = "compute instance list --parent-id secrets --query".split(" ");
  const query = async (text: string) => (await acme([...list, text])).out;
  expect(await query("items[0].spec.userData")).toBe("[hidden 1]\n");
  expect(await query("items[?starts_with(spec.userData, 'aHV')] | length(@)")).toBe("0\n");
});
