/**
 * How long anything in a test may take before it counts as hanging, in milliseconds: five minutes. No test is about time,
 * so a machine that is slow or busy is given more by `TEST_PATIENCE=3`.
 */
export const patienceMs = 300_000 * Number(process.env["TEST_PATIENCE"] ?? 1);
