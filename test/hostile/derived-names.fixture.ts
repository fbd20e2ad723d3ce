import { one, type HardCase } from "./names.fixture.js";

const service = 'service S { option (acme.api_service_name) = "s"; rpc Do(M) returns (M); }';
const client = "acme/v1/a.client.ts";
const tables = "acme/v1/a.tables.ts";
const server = "acme/v1/a.server.ts";

/** Names that are hard on those that are made from them: tables, masks, constants. */
export const hardDerivedCases: readonly HardCase[] = [
  one(
    "messages and services whose tables and constants would be called like what makes them",
    `message Message { Message more = 1; } message MessageTable { Message one = 1; } ${[
      "Define",
      "DefineService",
    ]
      .map(
        (name) =>
          `service ${name} { option (acme.api_service_name) = "s"; rpc Do(Message) returns (Message); }`,
      )
      .join(" ")}`,
    {
      [tables]: ["MessageTable$: MessageTable<Message>", "export const MessageTableTable: "],
      [client]: ["const defineService$ = ", "const defineService$2 = "],
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
