/** An API as its SDK carries it for tools that serve it instead of calling it, such as an emulator. */
export interface ApiDescriptors {
  /** The SDK's package. */
  readonly sdk: { readonly name: string; readonly version: string };
  /**
   * The maker of the SDK: the version of the generator, and its options as `name=value` pairs with commas between
   * them, sorted, without those that change no output or name files of one machine. An SDK can be written again
   * from these and `files`.
   */
  readonly generator?: { readonly version: string; readonly options: string } | undefined;
  /**
   * The contents of the files beside the protos (`service_yaml`, `grpc_service_config`) as far as calls follow them, as
   * JSON; undefined if the SDK was generated without one.
   */
  readonly configuration?: string | undefined;
  /**
   * Names in TypeScript that follow from earlier releases and not from the protos alone, as the text of a names file;
   * undefined if there are none.
   */
  readonly names?: string | undefined;
  /** Name of the session's class, after which its environment variables are called: `Cloud`. */
  readonly session: string;
  /** The API domain that sessions call unless they name another. */
  readonly apiDomain: string | undefined;
  /**
   * Each a `google.protobuf.FileDescriptorProto` in base64, after those that it imports. They have no comments,
   * and no services that the SDK does not have.
   */
  readonly files: readonly string[];
}
