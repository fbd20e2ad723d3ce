import { describe, expect, it } from "vitest";
import { findModuleRoots, type RootedProto } from "./module-roots.js";

const proto = (path: string, packageName = "", ...imports: string[]): RootedProto => ({
  path,
  packageName,
  imports,
  services: [],
});
const rootsOf = (...protos: RootedProto[]) =>
  findModuleRoots(protos).roots.map(({ path, excludes }) => [path, ...excludes].join(" - "));

describe("the modules of protos", () => {
  it.each<[why: string, protos: RootedProto[], roots: string[]]>([
    ["nothing", [], []],
    [
      "by what imports resolve to",
      [
        proto("idl/shop/orders.proto", "shop.v1", "shop/types.proto"),
        proto("idl/shop/types.proto", "shop.v1"),
      ],
      ["idl"],
    ],
    ["by packages", [proto("proto/shop/v1/pen.proto", "shop.v1")], ["proto"]],
    ["at the top", [proto("shop/v1/pen.proto", "shop.v1"), proto("pen.proto")], ["."]],
    ["without a package or an import", [proto("a/b/pen.proto")], ["a/b"]],
    [
      "beside others that show it",
      [proto("api/x/v1/a.proto", "x.v1"), proto("api/misc/b.proto", "odd")],
      ["api"],
    ],
    [
      "of others",
      [
        proto("proto/a/v1/a.proto", "a.v1", "google/api/annotations.proto"),
        proto("third_party/googleapis/google/api/annotations.proto", "google.api", "google/api/http.proto"),
        proto("third_party/googleapis/google/api/http.proto", "google.api"),
      ],
      ["proto", "third_party/googleapis"],
    ],
    [
      "in one another",
      [
        proto("a/v1/a.proto", "a.v1", "google/rpc/status.proto"),
        proto("third_party/google/rpc/status.proto", "google.rpc"),
      ],
      [". - third_party", "third_party"],
    ],
    [
      "by imports, if the package says something else",
      [proto("svc/v1/a.proto", "v1", "svc/v1/b.proto"), proto("svc/v1/b.proto", "v1")],
      ["."],
    ],
    [
      "flat folders that import their neighbours",
      [proto("proto/a.proto", "m", "b.proto"), proto("proto/b.proto", "m")],
      ["proto"],
    ],
  ])("%s", (_, protos, roots) => {
    expect(rootsOf(...protos)).toEqual(roots);
  });

  it("have each name once: copies are left out, and said", () => {
    const { roots, copies } = findModuleRoots([
      proto("protos/demo.proto", "demo"),
      proto("protos/other.proto", "demo", "demo.proto"),
      proto("src/a/protos/demo.proto", "demo"),
    ]);
    expect(roots).toEqual([{ path: "protos", excludes: [] }]);
    expect(copies).toEqual(["src/a/protos/demo.proto"]);
  });

  it("have each service once", () => {
    const cart = { services: ["shop.Cart"] };
    const { copies } = findModuleRoots([
      { ...proto("a/all.proto", "shop"), ...cart },
      { ...proto("a/more.proto", "shop"), services: [] },
      { ...proto("b/cart.proto", "shop"), ...cart },
    ]);
    expect(copies).toEqual(["b/cart.proto"]);
  });

  it("leave out the folders of copies that are in them", () => {
    const { roots, copies } = findModuleRoots([
      { ...proto("shop/v1/a.proto", "shop.v1", "shop/v1/b.proto"), services: ["shop.v1.A"] },
      proto("shop/v1/b.proto", "shop.v1"),
      proto("shop/v1/c.proto", "shop.v1", "shop/v1/d.proto"),
      proto("shop/v1/d.proto", "shop.v1"),
      { ...proto("web/proto/shop/v1/a.proto", "shop.v1"), services: ["shop.v1.A"] },
    ]);
    expect(roots).toEqual([{ path: ".", excludes: ["web/proto/shop/v1"] }]);
    expect(copies).toEqual(["web/proto/shop/v1/a.proto"]);
  });

  it("leave out what stands beside a copy, since buf leaves out folders and no files", () => {
    const { roots, copies, beside } = findModuleRoots([
      proto("a/shop/a.proto", "shop", "shop/common.proto"),
      proto("a/shop/b.proto", "shop", "shop/common.proto"),
      proto("a/shop/common.proto", "shop"),
      proto("b/other/c.proto", "other", "shop/common.proto"),
      proto("b/shop/common.proto", "shop"),
      proto("b/shop/test.proto", "shop", "shop/common.proto"),
    ]);
    expect(roots).toEqual([
      { path: "a", excludes: [] },
      { path: "b", excludes: ["b/shop"] },
    ]);
    expect([copies, beside]).toEqual([["b/shop/common.proto"], ["b/shop/test.proto"]]);
  });

  it("do not begin above the repository, which is said", () => {
    const { missing, above } = findModuleRoots([
      proto("api/a.proto", "a", "etcd/api/sub/b.proto"),
      proto("api/sub/b.proto", "b"),
    ]);
    expect([missing, above]).toEqual([[], ["etcd/api/sub/b.proto"]]);
  });

  it("lack what no file of the repository is", () => {
    const { missing } = findModuleRoots([
      proto("a.proto", "", "google/api/http.proto", "google/protobuf/any.proto", "b.proto"),
    ]);
    expect(missing).toEqual(["b.proto", "google/api/http.proto"]);
  });
});
