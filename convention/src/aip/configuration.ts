/**
 * Reads the two files that describe an API that follows AIP (https://google.aip.dev) besides its protos: the service's YAML and
 * the gRPC service configuration. The other modules of this folder read descriptors. docs/how-to/prepare-an-aip-api.md lists what is supported.
 *
 * @module
 */
import type { DescMethod, DescService } from "@bufbuild/protobuf";
import { type CallConfig, reduceServiceConfig, readServiceConfig } from "./service-config.js";
import { reduceServiceYaml, readServiceYaml, type ServiceYaml } from "./service-yaml.js";

/** The contents of both files. */
export interface Configuration {
  /** Returns the request fields that clients set to a random UUID (AIP-4235). Returns undefined if no file describes the API. */
  autoPopulatedFields(method: DescMethod): readonly string[] | undefined;
  /** Returns the timeout and retries of the method. Returns undefined if no file configures the method. */
  callConfig(method: DescMethod): CallConfig | undefined;
  /** Returns the host of the API that contains the service as a mixin. Returns undefined if no file or several contain it. */
  findMixinHost(service: DescService): string | undefined;
  /** The files, reduced to the members that are read. */
  readonly files: ConfigurationFiles;
}

/** The parsed JSON or YAML of the files. */
export interface ConfigurationFiles {
  readonly serviceYamls: readonly unknown[];
  readonly serviceConfigs: readonly unknown[];
}

/**
 * Reads the files.
 * @throws An error that says what is wrong with one of them.
 */
export function readConfiguration({ serviceYamls, serviceConfigs }: ConfigurationFiles): Configuration {
  const yamls = serviceYamls.map(readServiceYaml);
  const configs = serviceConfigs.map(readServiceConfig);
  const about = ({ typeName }: DescService): readonly ServiceYaml[] =>
    yamls.filter(({ services }) => services.includes(typeName));
  return {
    autoPopulatedFields: ({ parent, name }) => {
      const found = about(parent);
      if (found.length === 0) return undefined;
      return found.flatMap(
        ({ autoPopulatedFields }) => autoPopulatedFields.get(`${parent.typeName}.${name}`) ?? [],
      );
    },
    callConfig: ({ parent, name }) => {
      for (const find of configs) {
        const found = find(parent.typeName, name);
        if (found !== undefined) return found;
      }
      return undefined;
    },
    findMixinHost: (service) => {
      const hosts = new Set(about(service).map(({ host }) => host));
      return hosts.size === 1 ? [...hosts][0] : undefined;
    },
    files: {
      serviceYamls: serviceYamls.map(reduceServiceYaml),
      serviceConfigs: serviceConfigs.map(reduceServiceConfig),
    },
  };
}

/** The configuration of an API without such files. */
export const emptyConfiguration: Configuration = /*@__PURE__*/ readConfiguration({
  serviceYamls: [],
  serviceConfigs: [],
});
