import { expect, it } from "vitest";
import { buildGoogle } from "../corpus/google.fixture.js";
import { openSdk } from "./sdk.fixture.js";
import { secretManager, type Walk } from "./walk-programs.fixture.js";

/** `npm run official` runs it with the codecs of ts-proto, too. */
const codec = process.env["AIP_CODEC"] ?? "stratus";

it("Secret Manager is generated, compiles strictly, and is walked through at the emulator", async () => {
  const files = buildGoogle(["google/cloud/secretmanager/v1"]);
  await using sdk = await openSdk<Walk>({
    files,
    program: secretManager,
    parameter: `unrouted=allow,codec=${codec}`,
  });
  expect(await sdk.program.walk(sdk.emulator.address, sdk.token)).toEqual({
    labels: { team: "x" },
    annotations: { a: "2" },
    ids: ["s", "t"],
    stale: "ABORTED",
    gone: "NOT_FOUND",
  });
});
