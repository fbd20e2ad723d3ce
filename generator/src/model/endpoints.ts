import type { DescExtension, DescFile, DescService } from "@bufbuild/protobuf";
import type { Problem } from "../problem.js";
import type { Schema } from "../read/schema.js";
import { findOperationGet } from "./shapes.js";

/** What the user has a say in. */
export interface EndpointRules {
  readonly serviceNameOption: string;
  readonly allowsUnrouted: boolean;
}

/** Endpoints of services: undefined for an operation service and, where that is allowed, for one without. */
export interface Endpoints {
  readonly byService: ReadonlyMap<DescService, string | undefined>;
  readonly problems: readonly Problem[];
}

/** RFC 1035, section 2.3.1, with digits first as RFC 1123 allows. */
const dnsName = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i;

/** Reads the endpoint of every service, and says which have none. */
export function findEndpoints(
  services: Iterable<DescService>,
  { files, options, source }: Schema,
  { serviceNameOption, allowsUnrouted }: EndpointRules,
): Endpoints {
  const byService = new Map<DescService, string | undefined>();
  const problems: Problem[] = [];
  for (const service of services) {
    const endpoint = options.text(service, serviceNameOption);
    byService.set(service, endpoint);
    const at = { ...source.place(service), element: `service ${service.typeName}` };
    if (endpoint === undefined) {
      if (findOperationGet(service) || allowsUnrouted) continue;
      problems.push({
        ...at,
        what: `The service has no endpoint: it does not set the option ${serviceNameOption}`,
        fix: howToSet(findExtension(files, serviceNameOption), serviceNameOption),
      });
    } else if (!dnsName.test(endpoint) || endpoint.length > 200) {
      problems.push({
        ...at,
        what: `The value ${JSON.stringify(endpoint.slice(0, 100))} of ${serviceNameOption} is not a DNS name`,
        fix: "Use letters, digits and hyphens, with dots between labels, such as `tokens.iam`",
      });
    }
  }
  return { byService, problems };
}

function findExtension(files: readonly DescFile[], name: string): DescExtension | undefined {
  return files
    .flatMap((file) => file.extensions)
    .find((one) => one.name === name && one.extendee.typeName === "google.protobuf.ServiceOptions");
}

function howToSet(extension: DescExtension | undefined, name: string): string {
  const orElse = "or set `opt: unrouted=allow`, and its client asks for an endpoint";
  if (!extension) {
    return `Declare \`extend google.protobuf.ServiceOptions { string ${name} = 50101; }\` and set it in the service, ${orElse}`;
  }
  if (extension.fieldKind !== "scalar") return `Make ${extension.typeName} a string, ${orElse}`;
  return `Add \`option (${extension.typeName}) = "...";\` to the service, ${orElse}`;
}
