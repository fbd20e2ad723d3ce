/**
 * The interop cases of the gRPC project, by their descriptions: what is asked, and what must come back. Each runs
 * against any server of the test service, whoever wrote it.
 *
 * @module
 */
import { compressionCases } from "./compression-cases.js";
import { endCases } from "./end-cases.js";
import { statusCases } from "./status-cases.js";
import { streamCases } from "./stream-cases.js";
import type { InteropCase } from "./target.js";
import { unaryCases } from "./unary-cases.js";

/** All cases, in the order of the table. */
export const interopCases: readonly InteropCase[] = [
  ...unaryCases,
  ...streamCases,
  ...statusCases,
  ...endCases,
  ...compressionCases,
];

/** Those that put load on a server and take their time. */
export const longCases: ReadonlySet<string> = new Set(["concurrent_large_unary", "rpc_soak", "channel_soak"]);
