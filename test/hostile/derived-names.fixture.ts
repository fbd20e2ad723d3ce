import { one, type HardCase } from "./names.fixture.js";

const service = 'service S { option (acme.api_service_name) = "s"; rpc Do(M) returns (M); }';
const client = "acme/v1/a.client.ts";
const tables = "acme/v1/a.tables.ts";
const server = "acme/v1/a.server.ts";

/** Names that are hard on those that are made from them: tables, masks, constants. */
export const hardDerivedCases: readonly HardCase[] = [
  one(
    "messages and services whose tables and constants are called like what makes them",
    `message Message { Message more = 1; } ${["Define", "DefineService"]
      .map(
        (name) =>
          `service ${name} { option (acme.api_service_name) = "s"; rpc Do(Message) returns (Message); }`,
      )
      .join(" ")}`,
    {
      [tables]: ["export const MessageTable: MessageTable$<Message> = "],
      [client]: ["const defineService = /*@__PURE__*/ defineService$2(", "const defineService$ = "],
    },
  ),
  one(
    "messages that are called like what we add",
    `message M {} message MTable {} message SClient {} message SMethods {} message MTableTable {}
     message SServer {} message SHandlers {} ${service}`,
    {
      [server]: ["export interface SHandlers$ {", "export const SServer$: ServerDefinition<SHandlers$>"],
      [client]: ["export class SClient$ {", "export const SMethods$ = {"],
      [tables]: ["MTable$: MessageTable<M>"],
    },
  ),
];
