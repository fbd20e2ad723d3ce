import { acmeFile, acmeOptions } from "../../generator/src/plugin/request.fixture.js";
import type { HardCase } from "./names.fixture.js";

const service = 'service S { option (acme.api_service_name) = "s"; rpc Do(M) returns (M); }';

/** APIs that are hard on the names of entries and files of servers. */
export const hardServerCases: readonly HardCase[] = [
  {
    about: "packages and files that are called like what servers are written to",
    protos: {
      "acme/options.proto": acmeOptions,
      "acme/v1/server.proto": acmeFile(`message M {} ${service}`),
      "acme/v1/index_server.proto": acmeFile("message N {}"),
      "acme/v1/server/a.proto": `syntax = "proto3"; package acme.v1.server; import "acme/options.proto"; message M {} ${service}`,
      "server.proto": `syntax = "proto3"; package server; import "acme/options.proto"; message M {} ${service}`,
    },
    parameter: "package_name=@acme/cloud",
    holds: {
      "package.json": [
        '"types": "./dist/types/acme/v1/server/index.d.mts"',
        '"types": "./dist/types/acme/v1/index.server.d.mts"',
        '"./acme/v1/server/server": {',
        '"types": "./dist/types/server/index.d.mts"',
        '"./server/server": {',
      ],
      "src/acme/v1/index.server.ts": ['export * from "./server.server.js";'],
    },
  },
];
