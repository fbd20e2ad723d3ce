/** Recognizes profiles, which contain the account that a program is authenticated as (docs/conventions.md, "Authentication"). */
import type { DescMessage } from "@bufbuild/protobuf";
import { isResource } from "./resource.js";
import type { MessageField } from "../base/message-fields.js";

/** The fields of a profile that contain the account of a program. */
export interface ProfileMember {
  /** The member of the oneof. */
  readonly member: MessageField;
  /** The field of that member that contains the account, a resource. */
  readonly account: MessageField;
}

/**
 * Finds the oneof member of a profile that describes a service account: a message that contains a resource. Returns
 * undefined if the message is not a profile.
 */
export function findProfileMember(profile: DescMessage): ProfileMember | undefined {
  for (const member of profile.oneofs.flatMap((oneof) => oneof.fields)) {
    if (member.fieldKind !== "message") continue;
    const account = member.message.fields.find(
      (field): field is MessageField => field.fieldKind === "message" && isResource(field.message),
    );
    if (account !== undefined) return { member, account };
  }
  return undefined;
}
