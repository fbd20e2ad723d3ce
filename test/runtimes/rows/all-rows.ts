/**
 * What must hold for a client on every runtime. The servers of a row run in the process that prints the table, and
 * the client in a process of its own, so that nothing but the client is on the runtime that is looked at.
 *
 * @module
 */
import { connectionRows } from "./connection-rows.js";
import { endRows } from "./end-rows.js";
import { keepaliveRows } from "./keepalive-rows.js";
import { proxyRows } from "./proxy-rows.js";
import type { Row } from "./row.js";
import { smokeRows } from "./smoke-rows.js";
import { tlsRows } from "./tls-rows.js";

/** All rows, in the order of the table. */
export const allRows: readonly Row[] = [
  ...smokeRows,
  ...connectionRows,
  ...tlsRows,
  ...proxyRows,
  ...endRows,
  ...keepaliveRows,
];
