/**
 * Milliseconds of the processor that some work takes in this process: on a machine with much else to do,
 * a clock on the wall says more of the others.
 */
export function processorTime(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
