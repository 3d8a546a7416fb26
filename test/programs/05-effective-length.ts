/** The effective length of marks that one has already. */
import { effectiveLength, type Interval, type PromptMarks } from 'promptfoo-counting-stars';

const prompts: PromptMarks[] = [4000, 8000, 16_000, 32_000].map((tokens) => ({
  tokens,
  marks: Array.from({ length: 32 }, (_, i) => (tokens < 16_000 || i < 8 ? 1 : 0)),
}));

export function lengthThatHolds(): Interval {
  return effectiveLength(prompts, { threshold: 0.85 });
}
