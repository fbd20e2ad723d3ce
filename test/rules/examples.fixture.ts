import { fromJson, type JsonObject, toBinary } from "@bufbuild/protobuf";
import type { DescribedProtos } from "../../generator/src/plugin/model/describe.fixture.js";
import { makeExamples } from "../../generator/src/plugin/model/examples.js";
import { createRequestValidator } from "./judge.fixture.js";

/** A request that is an example, and what a judge says of it. */
export interface JudgedExample {
  readonly method: string;
  readonly json: JsonObject;
  /** Rules that it breaks, CEL too; of an update those of what it carries. */
  readonly broken: readonly string[];
}

/** Holds the example of each method of an API against the rules, by protovalidate. */
export function judgeExamples({
  codecFiles,
  services,
  ...described
}: DescribedProtos): readonly JudgedExample[] {
  const examples = makeExamples({ codecFiles, ...described });
  const judge = createRequestValidator(codecFiles);
  const messages = new Map(codecFiles.flatMap((file) => file.messages).map((one) => [one.typeName, one]));
  return services.flatMap((service) =>
    service.methods.flatMap((method): JudgedExample[] => {
      const message = messages.get(method.request.typeName);
      if (!message) return [];
      const json = examples.request(method) as JsonObject;
      const told = judge.judgeAll(message, toBinary(message, fromJson(message, json))) ?? [];
      const broken = method.isUpdate ? told.filter((one) => !one.endsWith(" required")) : told;
      return [{ method: `${service.name}.${method.local}`, json, broken }];
    }),
  );
}
