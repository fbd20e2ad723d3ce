import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";
import type { DescMessage } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { linkModule, loadCodecsOf, type Codecs } from "../oracle/codecs.fixture.js";
import { type Judge, createRequestValidator } from "./judge.fixture.js";
import { tryMessage, type Trial } from "./trial.fixture.js";

/** The messages of protovalidate's conformance cases, each with values at and around its bounds. */
const cases = "buf/validate/conformance/cases";

/** Where the protos of a checkout of https://github.com/bufbuild/protovalidate are. */
function checkout(): string {
  const folder = env["STRATUS_PROTOVALIDATE"];
  if (folder !== undefined) return join(folder, "proto");
  throw new Error(
    "STRATUS_PROTOVALIDATE is not set: clone https://github.com/bufbuild/protovalidate and name the folder",
  );
}

describe("the messages of protovalidate's cases", { timeout: 3_600_000 }, () => {
  let folder: string;
  let codecs: Codecs;
  let judge: Judge;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "stratus-cases-"));
    for (const module of ["protovalidate", "protovalidate-testing"]) {
      await cp(join(checkout(), module), folder, { recursive: true });
    }
    const files = linkModule(folder, [cases]);
    codecs = await loadCodecsOf(files);
    judge = createRequestValidator(files);
  }, 3_600_000);
  afterAll(async () => {
    await codecs[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  it("get the same verdict, paths and rules from us and from protovalidate", async () => {
    const messages = codecs.messages.filter(({ file }) => file.name.startsWith(cases));
    const trials: (readonly [DescMessage, Trial])[] = [];
    for (const desc of messages) trials.push([desc, await tryMessage(desc, codecs, judge)]);
    const count = (of: (trial: Trial) => number): number =>
      trials.reduce((sum, [, trial]) => sum + of(trial), 0);
    const differing = trials.filter(([, { differences }]) => differences.length > 0);
    console.log(
      `${messages.length} message types, ${count(({ asked }) => asked)} messages: ` +
        `${count(({ broken }) => broken)} break a rule, ${count(({ untold }) => untold)} more the judge cannot tell; ` +
        `${count(({ differences }) => differences.length)} verdicts differ, of ${differing.length} types`,
    );
    expect(differing.flatMap(([, { differences }]) => differences.slice(0, 2))).toEqual([]);
  });
});
