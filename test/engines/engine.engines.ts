import { Disk, InstanceServiceMethods } from "@svc/cloud/compute/v1";
import { expect, it } from "vitest";

/** So that the suite cannot run on the usual SDK by a mistake. */
it("these are messages by ts-proto", () => {
  for (const type of [Disk, InstanceServiceMethods.get.request]) {
    expect(Reflect.getPrototypeOf(type)?.constructor.name).toBe("JoinedMessage");
  }
});
