import { create, createFileRegistry, type DescMessage } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import type { MessageTable } from "@stratus/runtime";
import { cel } from "@stratus/runtime/cel";
import { fixture } from "@stratus/runtime/fixtures";
import { expect, it } from "vitest";
import { loadCodecsOf } from "../oracle/codecs.fixture.js";
import { createRequestValidator } from "./judge.fixture.js";
import { platformProtos } from "./platform-updates.fixture.js";

const seeds = [1, 2, 3];

/** All messages of a file, and those in them. */
function nested(messages: readonly DescMessage[]): DescMessage[] {
  return messages
    .flatMap((one) => [one, ...nested(one.nestedMessages)])
    .filter(({ name }) => !name.endsWith("Entry"));
}

it("fixtures of a platform keep its rules, by the judgement of protovalidate", async () => {
  const registry = createFileRegistry(create(FileDescriptorSetSchema, { file: platformProtos() }));
  const files = [...registry.files].filter(({ messages, enums }) => messages.length + enums.length > 0);
  await using codecs = await loadCodecsOf(files);
  const judge = createRequestValidator(files);
  const messages = nested(
    files.filter(({ name }) => name.startsWith("nebius/")).flatMap((file) => file.messages),
  );
  const impossible = new Map<string, string>();
  const broken: string[] = [];
  let made = 0;
  for (const desc of messages) {
    const codec = codecs.codec(desc);
    for (const seed of seeds) {
      try {
        const message = await fixture(codec as unknown as MessageTable<object>, { seed, cel });
        made++;
        const found = judge.judgeAll(desc, codec.encode(message as never)) ?? [];
        broken.push(...found.map((one) => `${desc.typeName}: ${one}`));
      } catch (error) {
        impossible.set(desc.typeName, String((error as Error).message));
      }
    }
  }
  console.log(
    `${messages.length} types, ${made} fixtures, none of which breaks a rule; ${impossible.size} types cannot be made`,
  );
  expect(broken).toEqual([]);
  expect([...impossible.values()].filter((text) => !/the rule cel:/.test(text))).toEqual([]);
});
