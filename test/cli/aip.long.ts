import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildGoogle } from "../corpus/google.fixture.js";
import { type AipCommandLine, openAip } from "./aip.fixture.js";

let google: AipCommandLine;
const secrets = "cloud secretmanager secret-manager";
const instances = "spanner admin instance instance-admin";
const onTerminal = { terminals: { in: true, out: true, err: true } };

beforeAll(async () => {
  const folders = ["google/cloud/secretmanager/v1", "google/pubsub/v1", "google/spanner/admin/instance/v1"];
  google = await openAip(buildGoogle(folders), "google");
});
afterAll(() => google?.[Symbol.asyncDispose]());

/** Runs a command that has to work, and gives its answer. */
const json = async (line: string): Promise<Record<string, unknown>> => {
  const { code, out, said } = await google.acme(`${line} -o json`);
  expect(code, said).toBe(0);
  return JSON.parse(out) as Record<string, unknown>;
};
const sent = (rpc: string): unknown =>
  google.emulator.calls().findLast(({ method }) => method.endsWith(`/${rpc}`))?.message;

describe("Secret Manager", () => {
  const name = "projects/p/secrets/s";

  it("creates, changes by mask, and destroys", async () => {
    await json(
      `${secrets} create-secret --parent projects/p --secret-id s --labels a=1 --replication.automatic {}`,
    );
    await json(`${secrets} update-secret ${name} --labels b=2 --clear labels.a`);
    expect(sent("UpdateSecret")).toMatchObject({ updateMask: "labels.a,labels.b" });
    expect(await json(`${secrets} get-secret ${name}`)).toMatchObject({ labels: { b: "2" } });
    expect((await google.acme(`${secrets} delete-secret ${name} --yes`)).code).toBe(0);
    expect((await google.acme(`${secrets} get-secret ${name}`)).code).toBe(4);
  });

  it("takes a payload from a file alone into an act, and reads no more than is named", async () => {
    const { code, out } = await google.acme(
      `${secrets} add-secret-version --parent ${name} --payload.data AQID --dry-run`,
    );
    expect({ code, out: out.includes("parent: projects/p/secrets/s") }).toEqual({ code: 0, out: true });
  });

  it("explains each of its resources", async () => {
    expect((await google.acme(`${secrets} explain`)).out).toMatch(/secret [^]*secret-version/);
    expect((await google.acme(`${secrets} explain secret-version.state`)).out).toContain("destroyed");
    expect((await google.acme(`${secrets} explain labels`)).out).toContain("map of string");
  });

  it("has comments without references", async () => {
    const { out } = await google.acme(`${secrets} create-secret --help`);
    expect(out).not.toContain("][google");
  });
});

describe("Pub/Sub", () => {
  it("updates a topic that is named by its place", async () => {
    await json("pubsub publisher create-topic --name projects/p/topics/t --labels a=1");
    await json("pubsub publisher update-topic projects/p/topics/t --message-retention-duration 1h");
    expect(sent("UpdateTopic")).toMatchObject({ updateMask: "messageRetentionDuration" });
    expect(await json("pubsub publisher get-topic projects/p/topics/t")).toMatchObject({
      labels: { a: "1" },
      messageRetentionDuration: "3600s",
    });
  });
});

describe("Spanner's instances", () => {
  const name = "projects/p/instances/i";

  it("are waited for, changed, and named with all that their service manages", async () => {
    const fields =
      "--instance.name n --instance.config projects/p/instanceConfigs/c --instance.display-name d";
    await json(`${instances} create-instance --parent projects/p --instance-id i ${fields} --node-count 1`);
    expect(await json(`${instances} update-instance ${name} --node-count 3`)).toMatchObject({
      nodeCount: 3,
      displayName: "d",
    });
    expect(sent("UpdateInstance")).toMatchObject({ fieldMask: "nodeCount" });
    const asked = await google.acme(`${instances} delete-instance ${name}`, {
      ...onTerminal,
      answers: ["n"],
    });
    expect(asked.said).toContain(`name: ${name}`);
    const edited = await google.acme(`${instances} edit instance ${name}`, {
      ...onTerminal,
      edit: async (text) => ({ text: text.replace("nodeCount: 3", "nodeCount: 5"), file: "nowhere" }),
    });
    expect(edited.said).not.toContain("error");
    expect(await json(`${instances} get-instance ${name}`)).toMatchObject({ nodeCount: 5 });
    const unsure = await google.acme(`${instances} edit ${name}`, onTerminal);
    expect(unsure.said).toContain("edit instance-partition");
  });

  it("go on after --no-wait, and are waited for with the words that were printed", async () => {
    const { said } = await google.acme(
      `${instances} create-instance --parent projects/p --instance-id j --instance.display-name d --no-wait`,
    );
    const line = /To wait for it: acme (.*)/.exec(said)?.[1];
    if (line !== undefined) await json(line);
  });
});
