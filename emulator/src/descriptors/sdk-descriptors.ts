/** What the entry `descriptors` of a generated package exports: its API, for those who serve it. */
export interface SdkDescriptors {
  /** The package. */
  readonly sdk: { readonly name: string; readonly version: string };
  /** What wrote the package, with its options as `name=value` pairs with commas between them. */
  readonly generator?: { readonly options: string } | undefined;
  /** Name of the session's class, after which its environment variables are called: `Cloud`. */
  readonly session: string;
  /** The API domain that sessions call unless they name another. */
  readonly apiDomain: string | undefined;
  /** Each a `google.protobuf.FileDescriptorProto` in base64, after those that it imports. */
  readonly files: readonly string[];
}
