import type { DescExtension, DescFile, DescService } from "@bufbuild/protobuf";
import {
  type ApiKind,
  type Configuration,
  defaultHostOption,
  readApiKind,
  readHostEndpoint,
  supportsIdempotencyKeys,
  readEndpoint,
  statesConvention,
} from "@stratus/convention";
import type { Problem } from "../../kit/problem.js";
import type { Schema } from "../read/schema.js";
import type { Endpoint } from "./api.js";
import { readsAnyOperations } from "./operations.js";

/** The options and files that decide endpoints. */
export interface EndpointRules {
  readonly serviceNameOption: string;
  /** The kind of the API; undefined for the one that its protos state. */
  readonly kind?: ApiKind | undefined;
  /** Accepts a service without a name among services with names. Default: it is a problem. */
  readonly acceptsMissing?: boolean | undefined;
  /** Statements of the files beside the protos. */
  readonly configuration?: Configuration | undefined;
  /** All services promise idempotency keys, or none does; undefined for those that the convention says. */
  readonly hasKeys?: boolean | undefined;
}

/** Endpoints of services: undefined for an operation service, and for one that is called at the session's address. */
export interface Endpoints {
  readonly kind: ApiKind;
  readonly byService: ReadonlyMap<DescService, Endpoint | undefined>;
  /** Services that promise idempotency keys. */
  readonly keyed: ReadonlySet<DescService>;
  readonly problems: readonly Problem[];
}

/** RFC 1035, section 2.3.1, with digits first as RFC 1123 allows. */
const dnsName = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i;

/** Reads the endpoint of every service, and says which have none. */
export function findEndpoints(
  services: Iterable<DescService>,
  schema: Schema,
  rules: EndpointRules,
): Endpoints {
  const all = [...services];
  const kind = rules.kind ?? readApiKind(all, schema.options, schema.types, rules.serviceNameOption);
  const byService = new Map(all.map((service) => [service, endpointOf(service, schema, rules, kind)]));
  const isNamed = [...byService.values()].some((endpoint) => endpoint?.kind === "name");
  const problems: Problem[] = [];
  for (const [service, endpoint] of byService) {
    const found = endpoint
      ? (findDispute(service, endpoint, schema, rules) ?? findMistake(endpoint, rules))
      : kind !== "cloud" || readsAnyOperations(service)
        ? undefined
        : (findWrongType(service, schema, rules) ??
          (isNamed && !rules.acceptsMissing ? missing(service, schema, rules) : undefined));
    if (!found) continue;
    problems.push({ ...schema.source.place(service), element: `service ${service.typeName}`, ...found });
  }
  // A name alone says where a service is. The promise of keys needs another statement of the convention, or the option.
  const isStated = rules.kind === "cloud" || (kind === "cloud" && statesConvention(all, schema.options));
  const promises = ([, endpoint]: readonly [DescService, Endpoint | undefined]): boolean =>
    rules.hasKeys ?? (isStated && supportsIdempotencyKeys(endpoint, byService.values()));
  const keyed = new Set([...byService].filter(promises).map(([service]) => service));
  return { kind, byService, keyed, problems };
}

/** By its options, or the host of the API that has it among others' services. Names in a domain are of the convention alone. */
function endpointOf(
  service: DescService,
  { options }: Schema,
  { serviceNameOption, configuration }: EndpointRules,
  kind: ApiKind,
): Endpoint | undefined {
  const own =
    kind === "cloud" ? readEndpoint(service, options, serviceNameOption) : readHostEndpoint(service, options);
  const host = own?.kind === "name" ? undefined : configuration?.findMixinHost(service);
  return host === undefined ? own : { kind: "host", text: host };
}

type Mistake = Pick<Problem, "code" | "what" | "fix">;

/** Two options of the name, such as those of two packages, that say different things. */
function findDispute(
  service: DescService,
  { kind, text }: Endpoint,
  { options }: Schema,
  { serviceNameOption }: EndpointRules,
): Mistake | undefined {
  const set = options.named(service, kind === "name" ? serviceNameOption : defaultHostOption);
  const first = set.find((one) => one.text === text);
  const other = set.find((one) => one.text !== undefined && one.text !== text);
  if (!first || !other) return undefined;
  const say = (one: typeof first): string =>
    `${one.option.typeName} says ${JSON.stringify(one.text?.slice(0, 100))}`;
  return {
    code: "ENDPOINT_CONFLICT",
    what: `Two options say where the service is: ${say(first)}, ${say(other)}`,
    fix: "Keep one of them",
  };
}

/** Finds an option with the name that is set and is not a string. */
function findWrongType(
  service: DescService,
  { options }: Schema,
  { serviceNameOption }: EndpointRules,
): Mistake | undefined {
  const [set] = options.named(service, serviceNameOption);
  if (!set || set.text !== undefined) return undefined;
  return {
    code: "ENDPOINT_INVALID",
    what: `The option ${set.option.typeName} is set, but it is not a single string`,
    fix: `Declare it as \`string ${serviceNameOption} = ${set.option.number};\``,
  };
}

function findMistake({ kind, text }: Endpoint, { serviceNameOption }: EndpointRules): Mistake | undefined {
  if (kind === "name" ? isDnsName(text) : isHost(text)) return undefined;
  const value = JSON.stringify(text.slice(0, 100));
  return kind === "name"
    ? {
        code: "ENDPOINT_INVALID",
        what: `The value ${value} of ${serviceNameOption} is not a DNS name`,
        fix: "Use letters, digits and hyphens, with dots between labels, such as `tokens.iam`",
      }
    : {
        code: "ENDPOINT_INVALID",
        what: `The value ${value} of ${defaultHostOption} is not a DNS name with or without a port`,
        fix: "Use the host alone, such as `pubsub.example.com` or `pubsub.example.com:8443`",
      };
}

function isDnsName(text: string): boolean {
  return dnsName.test(text) && text.length <= 200;
}

/** Whether text is a DNS name, which may have a final dot, or an IPv4 address, with or without a port. */
function isHost(text: string): boolean {
  const [, host = "", port = "443"] = /^([^:]*)(?::([1-9]\d{0,4}))?$/.exec(text) ?? [];
  const url = `http://${host}/`;
  if (!isDnsName(host.replace(/\.$/, "")) || Number(port) > 65_535 || !URL.canParse(url)) return false;
  // The parser would write a name that ends in a number as an address.
  return new URL(url).hostname === host.toLowerCase();
}

function missing(
  { typeName }: DescService,
  { files }: Schema,
  { serviceNameOption }: EndpointRules,
): Mistake {
  const extension = findExtension(files, serviceNameOption);
  return {
    code: "ENDPOINT_MISSING",
    what: `The service has no endpoint: it sets neither ${serviceNameOption}, which other services of the API set, nor ${defaultHostOption}`,
    fix: `Add \`option (${extension?.typeName ?? serviceNameOption}) = "...";\` to the service, or ${defaultHostOption} of google/api/client.proto if it has its own host, or leave the service out: \`opt: exclude=${typeName}\``,
  };
}

function findExtension(files: readonly DescFile[], name: string): DescExtension | undefined {
  return files
    .flatMap((file) => file.extensions)
    .find((one) => one.name === name && one.extendee.typeName === "google.protobuf.ServiceOptions");
}
