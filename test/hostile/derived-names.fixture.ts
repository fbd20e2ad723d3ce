import { one, type HardCase } from "./names.fixture.js";

const service = 'service S { option (acme.api_service_name) = "s"; rpc Do(M) returns (M); }';
const module = "acme/v1/a.ts";
const server = "acme/v1/a.server.ts";

/** Names that are hard on those that are made from them: constants, clients, servers. */
export const hardDerivedCases: readonly HardCase[] = [
  one(
    "messages and services that are called like what makes their values",
    `message Message { Message more = 1; } message MessageType { UnknownFields more = 1; } message UnknownFields {} ${[
      "Define",
      "DefineService",
    ]
      .map(
        (name) =>
          `service ${name} { option (acme.api_service_name) = "s"; rpc Do(Message) returns (Message); }`,
      )
      .join(" ")}`,
    {
      [module]: [
        "export const MessageType: MessageType$<MessageType> = ",
        "_unknownFields?: UnknownFields$ | undefined;",
        "const defineService = /*@__PURE__*/ defineService$2(",
        "const defineService$ = ",
      ],
    },
  ),
  one(
    "messages that are called like what we add",
    `message M {} message SClient {} message SMethods {}
     message SServer {} message SHandlers {} ${service}`,
    {
      [server]: ["export interface SHandlers$ {", "export const SServer$: ServerDefinition<SHandlers$>"],
      [module]: ["export class SClient$ {", "export const SMethods$: {"],
    },
  ),
];
