/** The exports of the `descriptors` entry of a generated package: its API, for programs that serve it. */
export interface SdkDescriptors {
  /** The package. */
  readonly sdk: { readonly name: string; readonly version: string };
  /** The generator that wrote the package, with its options as comma-separated `name=value` pairs. */
  readonly generator?: { readonly options: string } | undefined;
  /** Name of the session's class, after which its environment variables are called: `Cloud`. */
  readonly session: string;
  /** The API domain that sessions call unless they name another. */
  readonly apiDomain: string | undefined;
  /** Each a `google.protobuf.FileDescriptorProto` in base64, after those that it imports. */
  readonly files: readonly string[];
}
