import { beforeAll, expect, it } from "vitest";
import { compileProtos } from "../../plugin/request.fixture.js";
import type { Api } from "./api.js";
import { readApi } from "./read-api.js";
import { findRequestPlace } from "./request-places.js";

let api: Api;
beforeAll(() => {
  const text = `syntax = "proto3"; package a.v1;
    message Limits { int32 cpu = 1; } message Spec { Limits max_limits = 1; } message Image { string id = 1; }
    message CreateDiskRequest { Spec spec = 1; Image image = 2; } message Meta { string id = 1; }
    message ResizeRequest { Meta meta = 1; } message CreateImageRequest { Image image = 1; }
    message UpdateImageRequest { Image image = 1; } message None {}
    service DiskService { rpc Create(CreateDiskRequest) returns (None); rpc Resize(ResizeRequest) returns (None); }
    service Images { rpc CreateImage(CreateImageRequest) returns (None); rpc UpdateImage(UpdateImageRequest) returns (None); }`;
  api = readApi({ files: compileProtos({ "a.proto": text }), apiDomain: undefined });
});

it.each([
  ["Limits", { path: "spec.maxLimits", call: "when creating a disk" }],
  ["CreateDiskRequest", { path: "", call: "when creating a disk" }],
  ["Meta", { path: "meta", call: "in calls of `DiskService.Resize`" }],
  ["UpdateImageRequest", { path: "", call: "when updating an image" }],
  ["Image", undefined],
  ["None", undefined],
])("the place of %s in requests is known if there is one", (name, want) => {
  expect(findRequestPlace(`a.v1.${name}`, api)).toEqual(want);
});
