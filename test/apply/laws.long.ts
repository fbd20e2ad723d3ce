import { startEmulator } from "@stratus/emulator";
import { describe, expect, it } from "vitest";
import { libraryFiles } from "../../convention/src/aip/library.fixture.js";
import { compileProtos } from "../../generator/src/plugin/request.fixture.js";
import { corpusSmall } from "../../bench/src/corpus.js";
import { buildGoogle } from "../corpus/google.fixture.js";
import { root } from "../repository.fixture.js";
import { openAip } from "../cli/aip.fixture.js";
import { applyRandomResources, type LawApi } from "../cli/apply-laws.fixture.js";
import { commandLine } from "../cli/test-host.fixture.js";

/** The number of random resources of each API. */
const count = Number(process.env["STRATUS_APPLIES"] ?? 1000);

const named =
  (patterns: Readonly<Record<string, string>>): LawApi["identity"] =>
  (kind, run, number) => ({ name: (patterns[kind] ?? "").replace("{id}", `${run}-n${number}`) });

/** The resources of a platform with 562 methods, and where their names say they are. */
const google = {
  "cloud/secretmanager/secret-manager/secret": "projects/p/secrets/{id}",
  "pubsub/publisher": "projects/p/topics/{id}",
  "pubsub/subscriber/subscription": "projects/p/subscriptions/{id}",
  "spanner/admin/instance/instance-admin/instance": "projects/p/instances/{id}",
  "bigtable/admin/bigtable-instance-admin/app-profile": "projects/p/instances/i/appProfiles/{id}",
  "bigtable/admin/bigtable-instance-admin/logical-view": "projects/p/instances/i/logicalViews/{id}",
  "iam/policy-bindings": "projects/p/locations/global/policyBindings/{id}",
  "spanner/admin/database/database-admin/backup-schedule":
    "projects/p/instances/i/databases/d/backupSchedules/{id}",
  "monitoring/service-monitoring/service": "projects/p/services/{id}",
};

const library = {
  "library/library": "shelves/s/books/{id}",
  "library/shelves": "shelves/{id}",
};

describe(`${count} random resources are applied once, exported and applied again`, () => {
  it("of the sample", { timeout: 3_600_000 }, async () => {
    await using emulator = await startEmulator({ sdk: "@svc/cloud", cwd: root });
    const env = {
      CLOUD_TOKEN: emulator.issueToken(),
      CLOUD_ENDPOINT: emulator.address,
      CLOUD_INSECURE: "true",
      CLOUD_API_DOMAIN: emulator.apiDomain,
    };
    const acme = commandLine("@svc/cloud", { env });
    const identity: LawApi["identity"] = (_, run, number) => ({
      metadata: { parentId: run, name: `n${number}` },
    });
    const kinds = ["compute/disk", "compute/image", "compute/instance"];
    expect(await applyRandomResources({ acme, emulator, sdk: "@svc/cloud", kinds, identity }, count, 1)).toBe(
      count,
    );
  });

  it.each([
    ["of an API that follows AIP", compileProtos(libraryFiles()), library, undefined],
    ["of a large gRPC API", buildGoogle([...corpusSmall, "google/cloud/secretmanager/v1"]), google, "google"],
  ] as const)("%s", { timeout: 3_600_000 }, async (_, file, patterns, prefix) => {
    await using api = await openAip(file, prefix);
    const { acme, emulator, sdk } = api;
    const kinds = Object.keys(patterns);
    const done = await applyRandomResources(
      { acme, emulator, sdk, kinds, identity: named(patterns), hasRules: true },
      count,
      2,
    );
    expect(done).toBe(count);
  });
});
