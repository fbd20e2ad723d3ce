import { codecNames } from "../codecs/names.js";
import { parseOptions } from "../options.js";
import { readRequest } from "../read/request.js";
import { linkSchema } from "../read/schema.js";
import { compileProtos, requestOf, type Protos } from "../request.fixture.js";
import type { Message, Method, Service } from "./api.js";
import { describeApi, type Described } from "./describe.js";

/** What the model says of an API. */
export interface DescribedProtos extends Described {
  readonly services: readonly Service[];
  readonly messages: readonly Message[];
}

/** Describes protos under the plugin's options. */
export function describeProtos(protos: Protos, parameter = ""): DescribedProtos {
  const schema = linkSchema(readRequest(requestOf(compileProtos(protos))));
  const described = describeApi(schema, codecNames, parseOptions(parameter));
  const files = described.api.packages.flatMap((one) => one.files);
  return {
    ...described,
    services: files.flatMap((file) => file.services),
    messages: files.flatMap((file) => file.messages),
  };
}

/** The method of an rpc, of the first service that has it. */
export function methodOf({ services }: DescribedProtos, rpc: string): Method {
  const found = services.flatMap((service) => service.methods).find((method) => method.rpc === rpc);
  if (!found) throw new Error(`no rpc ${rpc}`);
  return found;
}
