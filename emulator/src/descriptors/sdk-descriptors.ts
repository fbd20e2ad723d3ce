/** The exports of the `descriptors` entry of a generated package: its API, for programs that serve it. */
export interface SdkDescriptors {
  /** The package. */
  readonly sdk: { readonly name: string; readonly version: string };
  /** The generator that wrote the package, with its options as comma-separated `name=value` pairs. */
  readonly generator?: { readonly options: string } | undefined;
  /** The name of the session class, which prefixes its environment variables: `Cloud`. */
  readonly session: string;
  /** The default API domain of sessions. */
  readonly apiDomain: string | undefined;
  /** `google.protobuf.FileDescriptorProto` messages in base64, each after the files that it imports. */
  readonly files: readonly string[];
}
