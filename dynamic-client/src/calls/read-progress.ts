import type { OperationProgress } from "@stratus/runtime/guide";

export { readProgress, type OperationProgress } from "@stratus/runtime/guide";

/** Describes the progress of an operation for people: `copying, step 2 of 3: disks, about 5 min left`; empty if it is unknown. */
export function progressText(
  { text, steps, estimatedEndMs }: OperationProgress,
  nowMs: number = Date.now(),
): string {
  const index = steps.findIndex(({ fraction }) => fraction !== 1);
  const step = steps[index];
  const stepText = step && `step ${index + 1} of ${steps.length}${step.text === "" ? "" : `: ${step.text}`}`;
  const leftMs = (estimatedEndMs ?? 0) - nowMs;
  return [text, stepText, leftMs > 0 ? `about ${durationText(leftMs)} left` : ""].filter(Boolean).join(", ");
}

function durationText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 100) return `${seconds} s`;
  return seconds < 6_000 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
