/** A part of an application, to be tested: `scale-up.spec.ts` does so without a network, and with a local cloud. */
import { CloudError } from "@svc/cloud";
import type { InstanceServiceClient } from "@svc/cloud/compute/v1";

/** Doubles the cores of an instance, up to a bound. Gives the cores that it has then, or undefined where it is gone. */
export async function scaleUp(
  instances: Pick<InstanceServiceClient, "modify">,
  id: string,
  mostCpu: number,
): Promise<number | undefined> {
  let cpu = 0;
  try {
    const change = await instances.modify({ id }, (vm) => {
      cpu = Math.min(mostCpu, vm.spec.cpu * 2);
      vm.spec.cpu = cpu;
    });
    await change.wait();
    return cpu;
  } catch (error) {
    if (error instanceof CloudError && error.code === "NOT_FOUND") return undefined;
    throw error;
  }
}
