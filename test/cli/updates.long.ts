import type { GuideJson } from "@stratus/runtime/guide";
import { startEmulator } from "@stratus/emulator";
import { expect, it } from "vitest";
import { commandLine } from "./test-host.fixture.js";
import { root } from "../repository.fixture.js";
import { findSdk } from "@stratus/dynamic-client";
import { flagsOf } from "./flags.fixture.js";
import { RandomRequest, seeded } from "../dynamic-client/random-request.fixture.js";
import { runs } from "../runs.js";
import { printFigure } from "../figures.js";

const count = runs(1000);

type Fields = Record<string, GuideJson>;

/** Without what cannot be changed, and what the server alone writes. */
function changeable({ metadata, spec }: Readonly<Record<string, GuideJson>>): Fields {
  const { labels } = (metadata ?? {}) as Fields;
  const { platform: _, ...rest } = (spec ?? {}) as Fields;
  return { ...(labels === undefined ? {} : { metadata: { labels } }), spec: rest };
}

/** What an update is to decide. Only a resource that is read has numbers at its secrets, by which they can be put back. */
function settled({ metadata, spec }: Fields): Fields {
  const { resourceVersion: _, updatedAt: __, ...rest } = metadata as Fields;
  const fields = { metadata: rest, ...(spec === undefined ? {} : { spec }) };
  return JSON.parse(JSON.stringify(fields).replaceAll(/"\[hidden \d+\]"/g, '"[hidden]"')) as Fields;
}

/** It takes one minute on a quiet machine. */
const timeout = 900_000;

it(`shows in ${count} dry runs what the server then makes of the resource`, { timeout }, async () => {
  await using emulator = await startEmulator({ sdk: "@svc/cloud", cwd: root });
  const env = {
    CLOUD_TOKEN: emulator.issueToken(),
    CLOUD_ENDPOINT: emulator.address,
    CLOUD_INSECURE: "true",
    CLOUD_API_DOMAIN: emulator.apiDomain,
  };
  const acme = commandLine("@svc/cloud", { env });
  const sdk = await findSdk("@svc/cloud", root);
  const entry = sdk.guide.services.find(({ words }) => words === "compute instance")!;
  const service = await sdk.service(entry);
  const update = service.method("update")!;
  const json = async (argv: readonly string[], stdin = ""): Promise<Fields> => {
    const { code, out, said } = await acme(argv, { stdin });
    expect(code, `${argv.join(" ")}\n${said}`).toBe(0);
    return JSON.parse(out) as Fields;
  };
  let [changed, cleared] = [0, 0];
  for (let run = 0; run < count; run++) {
    const random = seeded(run * 104_729 + 7);
    const make = new RandomRequest(service, random);
    const first = changeable(make.message("svc.compute.v1.CreateInstanceRequest"));
    const resource = {
      ...first,
      metadata: { ...(first["metadata"] as Fields), parent_id: "p", name: `n${run}` },
    };
    const created = await json(
      ["compute", "instance", "create", "-f", "-", "-o", "json"],
      JSON.stringify(resource),
    );
    const { id } = created["metadata"] as { readonly id: string };
    const change = changeable(make.message(service.inputType(update)));
    const fields = Object.keys(first["spec"] as Fields).filter(() => random() < 0.3);
    const clear = fields.flatMap((name) => ["--clear", `spec.${name.replaceAll("_", "-")}`]);
    const isFile = random() < 0.3;
    const flags = isFile ? ["-f", "-"] : flagsOf(service, update, change);
    if (flags.length + clear.length === 0) continue;
    const words = ["compute", "instance", "update", id, ...clear, ...flags, "-o", "json"];
    const preview = await json([...words, "--dry-run"], JSON.stringify(change));
    // A document may set a secret to nothing, which is asked about.
    await json([...words, "--yes"], JSON.stringify(change));
    const after = await json(["compute", "instance", "get", id, "-o", "json"]);
    expect(settled(after), words.join(" ")).toEqual(settled(preview["after"] as Fields));
    changed += preview["isUnchanged"] === true ? 0 : 1;
    cleared += preview["resetMask"] === "" ? 0 : 1;
    await acme(["compute", "instance", "delete", id, "--yes"]);
  }
  console.log({ changed, cleared });
  printFigure("updates", `${count.toLocaleString("en-US")} random updates`);
});
