/** Modules of the Buf Schema Registry, by the imports that they contain. */
const registryModules: readonly (readonly [imports: RegExp, module: string])[] = [
  [/^google\/(?:api|bytestream|geo|iam|logging|longrunning|rpc|type)\//, "buf.build/googleapis/googleapis"],
  [/^buf\/validate\//, "buf.build/bufbuild/protovalidate"],
  [/^validate\/validate\.proto$/, "buf.build/envoyproxy/protoc-gen-validate"],
  [/^protoc-gen-openapiv2\/options\//, "buf.build/grpc-ecosystem/grpc-gateway"],
  [/^gogoproto\//, "buf.build/gogo/protobuf"],
  [/^k8s\.io\//, "buf.build/k8s/api"],
  [/^opencensus\/proto\//, "buf.build/opencensus/opencensus"],
  [/^opentelemetry\/proto\//, "buf.build/opentelemetry/opentelemetry"],
  [/^(?:udpa|xds)\//, "buf.build/cncf/xds"],
  [/^envoy\//, "buf.build/envoyproxy/envoy"],
  [/^cosmos_proto\//, "buf.build/cosmos/cosmos-proto"],
  [/^grpc\/(?:health|reflection)\//, "buf.build/grpc/grpc"],
];

/** Finds the modules that contain some imports, and the imports that no known module contains. */
export function findRegistryModules(imports: readonly string[]): {
  readonly modules: readonly string[];
  readonly unknown: readonly string[];
} {
  const found = imports.map((one) => [one, registryModules.find(([form]) => form.test(one))?.[1]] as const);
  return {
    modules: [...new Set(found.flatMap(([, module]) => module ?? []))].sort(),
    unknown: found.flatMap(([one, module]) => (module === undefined ? [one] : [])),
  };
}
