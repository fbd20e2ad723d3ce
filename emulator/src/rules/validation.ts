import type { DescMessage, Message } from "@bufbuild/protobuf";
import type { ReflectMessage } from "@bufbuild/protobuf/reflect";

/**
 * The messages that are validated against the API's rules: every request as sent (`request`), the resulting resource
 * for Updates (`merged`), or none (`off`).
 */
export type Validation = "request" | "merged" | "off";

/** Validates requests. Its declaration needs no optional package, unlike that of the class. */
export interface RequestValidation {
  /** Whether Updates are validated with the values of the resulting resource. */
  readonly isMerged: boolean;
  /** Validates a request. */
  validate(desc: DescMessage, message: Message): void;
  /** Validates an Update as if it contained all fields of the resulting resource. */
  validateMerged(request: ReflectMessage, resource: ReflectMessage): void;
}
