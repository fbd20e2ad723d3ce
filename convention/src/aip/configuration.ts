/**
 * The room of AIP (https://google.aip.dev): what an API that follows it states beyond our own convention, by the options
 * of `google/api` and by two files beside the protos: the service's YAML and the gRPC service configuration. This file
 * has what those files say; the others read descriptors. docs/aip.md says what is supported.
 *
 * @module
 */
import type { DescMethod, DescService } from "@bufbuild/protobuf";
import { type CallConfig, partsOfServiceConfig, readServiceConfig } from "./service-config.js";
import { partsOfServiceYaml, readServiceYaml, type ServiceYaml } from "./service-yaml.js";

/** Statements of the files beside the protos. */
export interface Configuration {
  /** Fields that clients fill in requests of the method; undefined if no file is about its API. */
  populated(method: DescMethod): readonly string[] | undefined;
  /** How the method is called; undefined if no file says it. */
  callConfig(method: DescMethod): CallConfig | undefined;
  /** The host of the API that has the service among others' (a mixin); undefined if no file says it, or several do. */
  hostOf(service: DescService): string | undefined;
  /** The files without what is not read of them: they say the same. */
  readonly files: ConfigurationFiles;
}

/** The contents of the files, as their JSON or YAML has them. */
export interface ConfigurationFiles {
  readonly serviceYamls: readonly unknown[];
  readonly serviceConfigs: readonly unknown[];
}

/**
 * Reads what the files say.
 * @throws An error that says what is wrong with one of them.
 */
export function readConfiguration({ serviceYamls, serviceConfigs }: ConfigurationFiles): Configuration {
  const yamls = serviceYamls.map(readServiceYaml);
  const configs = serviceConfigs.map(readServiceConfig);
  const about = ({ typeName }: DescService): readonly ServiceYaml[] =>
    yamls.filter(({ services }) => services.includes(typeName));
  return {
    populated: ({ parent, name }) => {
      const found = about(parent);
      if (found.length === 0) return undefined;
      return found.flatMap(({ populated }) => populated.get(`${parent.typeName}.${name}`) ?? []);
    },
    callConfig: ({ parent, name }) => {
      for (const find of configs) {
        const found = find(parent.typeName, name);
        if (found !== undefined) return found;
      }
      return undefined;
    },
    hostOf: (service) => {
      const hosts = new Set(about(service).map(({ host }) => host));
      return hosts.size === 1 ? [...hosts][0] : undefined;
    },
    files: {
      serviceYamls: serviceYamls.map(partsOfServiceYaml),
      serviceConfigs: serviceConfigs.map(partsOfServiceConfig),
    },
  };
}

/** The statements without such files: none. */
export const noConfiguration: Configuration = /*@__PURE__*/ readConfiguration({
  serviceYamls: [],
  serviceConfigs: [],
});
