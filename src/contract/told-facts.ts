/** Digests what a result reports of its Case, so that measuring need not load benchmarks. */
import { createHash } from 'node:crypto';

/** Digests a prompt, by which `score` reports that it checked it. */
export function promptDigest(sent: string, id: string): string {
  return createHash('sha256').update(`${id}\0${sent}`).digest('hex').slice(0, 12);
}
