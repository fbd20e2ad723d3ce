import { array, assert, constantFrom, property, tuple, uniqueArray } from "fast-check";
import { describe, expect, it } from "vitest";
import { decideCommandWords } from "./command-words.js";

const services = (names: readonly string[], rpcs: readonly string[] = []) =>
  names.map((typeName) => ({
    typeName,
    packageName: typeName.split(".").slice(0, -1).join("."),
    name: typeName.split(".").at(-1) ?? "",
    rpcs,
  }));
const wordsOf = (names: readonly string[]) => {
  const words = decideCommandWords(services(names));
  return names.map((name) => words.get(name)?.service.join(" "));
};

describe("the words of services", () => {
  it.each<[why: string, names: string[], want: string[]]>([
    [
      "what all packages begin with is left out",
      ["svc.compute.v1.DiskService", "svc.iam.v1.TokenExchangeService"],
      ["compute disk", "iam token-exchange"],
    ],
    ["one package keeps its last word", ["svc.compute.v1.DiskService"], ["compute disk"]],
    ["no version", ["routeguide.RouteGuide"], ["routeguide route-guide"]],
    ["no package", ["Greeter"], ["greeter"]],
    [
      "versions side by side",
      ["a.b.v1.XService", "a.b.v2beta1.XService", "a.c.v1.XService"],
      ["b x", "b v2beta1 x", "c x"],
    ],
    [
      "a stable version comes before one that is not, in any order",
      ["a.b.v2.XService", "a.b.v10.XService", "a.b.v1alpha1.XService", "a.b.v1alpha1.YService"],
      ["b x", "b v10 x", "b v1alpha1 x", "b y"],
    ],
    ["no stable version", ["a.b.v1beta2.XService", "a.b.v1beta1.XService"], ["b v1beta2 x", "b x"]],
    ["a package without a version", ["a.b.XService", "a.b.v1.XService"], ["b x", "b v1 x"]],
    ["a service that is called Service", ["a.v1.Service"], ["a service"]],
    ["the same but for Service", ["a.v1.Disk", "a.v1.DiskService"], ["a disk", "a disk-service"]],
    ["the same but for capitals", ["a.v1.HTTPService", "a.v1.HttpService"], ["a http", "a http-service"]],
    ["a package below another", ["a.b.v1.XService", "a.b.c.v1.YService"], ["b x", "b c y"]],
  ])("%s", (_, names, want) => {
    expect(wordsOf(names)).toEqual(want);
  });

  it("stay with the stable version that had them first, as releases recorded it", () => {
    const versions = services([
      "a.b.v1.XService",
      "a.b.v2.XService",
      "a.b.v3.XService",
      "a.b.v1beta1.XService",
    ]);
    const since = [undefined, "0.10.0", "0.9.0", undefined];
    const wordsSince = (all: readonly (string | undefined)[]) => {
      const words = decideCommandWords(versions.map((one, at) => ({ ...one, since: all[at] })));
      return versions.map(({ typeName }) => words.get(typeName)?.service.join(" "));
    };
    expect(wordsSince(since)).toEqual(["b x", "b v2 x", "b v3 x", "b v1beta1 x"]);
    expect(wordsSince(["1.0.0", "0.10.0", "0.9.0", undefined])).toEqual([
      "b v1 x",
      "b v2 x",
      "b x",
      "b v1beta1 x",
    ]);
  });

  it("are not those of a method", () => {
    const [parent, child] = ["a.v1.DiskService", "a.disk.v1.GetService"];
    const words = decideCommandWords(services([parent, child], ["Get"]));
    expect(words.get(child)?.service).toEqual(["a", "disk", "get"]);
    expect(words.get(parent)).toEqual({ service: ["a", "disk-service"], methods: new Map([["Get", "get"]]) });
  });

  const part = constantFrom("a", "b", "v1", "v2", "disk", "get");
  const name = constantFrom("Disk", "DiskService", "Get", "GetService", "DISK", "V1Service", "disk_service");
  const full = tuple(array(part, { maxLength: 4 }), name).map(([parts, last]) => [...parts, last].join("."));
  it("are each their own, and no command is where a service is", () => {
    const rpcs = ["Get", "GET", "Disk", "V1", "get_2"];
    assert(
      property(uniqueArray(full, { maxLength: 12 }), (names) => {
        const words = [...decideCommandWords(services(names, rpcs)).values()];
        const paths = words.map(({ service }) => service.join(" "));
        const commands = words.flatMap(({ methods }, index) =>
          [...methods.values()].map((method) => `${paths[index]} ${method}`),
        );
        expect(new Set([...paths, ...commands]).size).toBe(paths.length + commands.length);
      }),
    );
  });
});

it("methods are called by their names, in small letters with hyphens", () => {
  const rpcs = ["Get", "GetByName", "GetHTTPInfo", "get_http_info", "listV2"];
  const words = decideCommandWords(services(["a.v1.DiskService"], rpcs));
  expect([...(words.get("a.v1.DiskService")?.methods ?? [])]).toEqual([
    ["Get", "get"],
    ["GetByName", "get-by-name"],
    ["GetHTTPInfo", "get-http-info"],
    ["get_http_info", "get-http-info2"],
    ["listV2", "list-v2"],
  ]);
});
