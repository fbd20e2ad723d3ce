import { describe, expect, it } from "vitest";
import { validateProto } from "../../convention/src/rules/validate.fixture.js";
import { describeProtos } from "../../generator/src/plugin/model/describe.fixture.js";
import { statedProtos } from "../types/stated.fixture.js";
import { judgeExamples } from "./examples.fixture.js";
import { sample } from "./sample.fixture.js";

/** Every message of the sample as a request, its scalars without presence, so that their defaults are what is left out. */
const requests = [...sample.matchAll(/^message (\w+)/gm)].map(([, name = ""]) => name);
const service = `message Done {} service S { ${requests.map((name) => `rpc Do${name}(${name}) returns (Done);`).join(" ")} }`;

/** Messages for which nobody finds a value: their rules contradict each other, or ask for bytes of some form or a time near now. */
const without = new Set(["Bytes"]);

describe("documented examples", () => {
  it("of each kind of rule are accepted by the rules", () => {
    const text = `${sample.replaceAll("optional ", "").replaceAll(/^ *map<uint32.*$/gm, "")} ${service}`;
    const described = describeProtos(
      { "buf/validate/validate.proto": validateProto, "shop/v1/shop.proto": text },
      "kind=cloud",
    );
    const judged = judgeExamples(described).filter(
      ({ method }) => !without.has(method.replace(/^S\.do/, "")),
    );
    expect(judged.length).toBeGreaterThan(25);
    expect(judged.filter(({ broken }) => broken.length > 0)).toEqual([]);
  });

  it("have what requests must have, of their own fields and of what they hold", () => {
    const judged = judgeExamples(describeProtos(statedProtos()));
    expect(judged.filter(({ broken }) => broken.length > 0)).toEqual([]);
    expect(judged.map(({ method, json }) => [method.slice("VmService.".length), json])).toEqual([
      ["create", { metadata: { parent_id: "...", name: "..." }, spec: { resources: {}, cpu: 1 } }],
      ["get", { id: "..." }],
      ["update", { metadata: { id: "..." }, spec: {} }],
      ["patch", { spec: { resources: {}, cpu: 1 } }],
      ["import", { disk: { size: "1" } }],
      ["find", { text: "..." }],
    ]);
  });
});
