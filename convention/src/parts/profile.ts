/** Profiles, which tell a program who it is (docs/conventions.md, "Authentication"). */
import type { DescMessage } from "@bufbuild/protobuf";
import { isResource } from "./resource.js";
import type { MessageField } from "../base/shape.js";

/** Where a profile holds the account of a program. */
export interface ProfileMember {
  /** The member of the oneof. */
  readonly member: MessageField;
  /** The field of that member which holds the account, a resource. */
  readonly account: MessageField;
}

/**
 * The member of a profile that tells of a service account: of a oneof, a
 * message that holds a resource. Undefined where the message is no profile.
 */
export function profileMember(profile: DescMessage): ProfileMember | undefined {
  for (const member of profile.oneofs.flatMap((oneof) => oneof.fields)) {
    if (member.fieldKind !== "message") continue;
    const account = member.message.fields.find(
      (field): field is MessageField => field.fieldKind === "message" && isResource(field.message),
    );
    if (account !== undefined) return { member, account };
  }
  return undefined;
}
