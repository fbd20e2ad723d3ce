import { create, type DescMessage } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { findProfileMember } from "@stratus/convention";
import type { Cloud } from "../cloud.js";
import { assign, build } from "../messages/assign.js";
import type { Invocation, Reply } from "./invocation.js";
import { RefusedCall } from "../errors/refused-call.js";

/** Returns the profile of the caller, a service account or a user (docs/conventions.md, "Authentication"). */
export function getProfile(cloud: Cloud, call: Invocation): Reply {
  const output = call.method.desc.output;
  const place = findProfileMember(output);
  if (place === undefined)
    throw new RefusedCall("METHOD_UNIMPLEMENTED", "UNIMPLEMENTED", `${output.typeName} holds no account`);
  const desc = place.account.message;
  const account = cloud.resources.get(desc.typeName, call.account);
  if (account === undefined) return { kind: "message", message: userProfile(output, call.account).message };
  const member = reflect(place.member.message, create(place.member.message));
  member.set(place.account, reflect(desc, cloud.view.visible(desc, account.message)));
  const profile = reflect(output, create(output));
  profile.set(place.member, member);
  return { kind: "message", message: profile.message };
}

/** Builds the profile of a user: the other member of the oneof, a message with the identifier of the account. */
function userProfile(output: DescMessage, accountId: string): ReflectMessage {
  const program = findProfileMember(output)?.member;
  const person = output.oneofs
    .flatMap((oneof) => oneof.fields)
    .find((field) => field !== program && field.fieldKind === "message");
  const profile = build(output, {});
  if (person !== undefined) assign(profile, { [person.name]: { id: accountId } });
  return profile;
}
