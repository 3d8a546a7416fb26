/** Estimates a test's pass rate from few rounds, shrunk towards that of all tests. */
export function likelyRate({ sum, count }: { sum: number; count: number }, all: number): number {
  return (sum + all / 4) / (count + 1 / 4);
}
