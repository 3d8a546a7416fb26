import type { Unfinished } from '../answers/response-facts.js';
import { shareText } from '../output/words.js';
import type { SummaryRow, UnfinishedCount } from './tables.js';

/** What became of answers, and what to do, by what the provider said of them. */
const WORDS: Readonly<Record<Unfinished, { became: string; remedy: string }>> = {
  'cut-off': {
    became: 'cut off at the output limit',
    remedy: "raise the provider's max_tokens",
  },
  'thinking-used-up': {
    became: 'out of thinking budget: the output limit was reached before an answer',
    remedy: "raise the provider's max_tokens, or lower its thinking budget",
  },
  filtered: {
    became: "filtered: held back by the provider's filter",
    remedy: 'change its safety settings, or the haystack',
  },
  refused: { became: 'refused, as the provider says', remedy: 'look at the answers' },
};

/** Count outcomes, in the order of `WORDS`. */
export function countUnfinished(outcomes: readonly Unfinished[]): UnfinishedCount[] {
  return (Object.keys(WORDS) as Unfinished[]).flatMap((outcome) => {
    const answers = outcomes.filter((one) => one === outcome).length;
    return answers === 0 ? [] : [{ outcome, answers }];
  });
}

/**
 * What became of some answers.
 *
 * @param of - out of so many
 *
 * @example
 * unfinishedText({ outcome: 'cut-off', answers: 3 }, 32)
 * // "3 of 32 answers are cut off at the output limit (raise the provider's max_tokens)"
 */
export function unfinishedText({ outcome, answers }: UnfinishedCount, of: number): string {
  const { became, remedy } = WORDS[outcome];
  return `${answers} of ${of} answers ${answers === 1 ? 'is' : 'are'} ${became} (${remedy})`;
}

type Told = Pick<SummaryRow, 'provider' | 'answers' | 'recall' | 'unfinished' | 'recallOfFinished'>;

/** A sentence of one reader: what became of its unfinished answers, and recall with and without them. */
export function unfinishedSentence(row: Told): string | undefined {
  const { provider, answers, recall, unfinished, recallOfFinished } = row;
  if (!unfinished) return undefined;
  const counts = unfinished.map((one) => unfinishedText(one, answers)).join('; ');
  return (
    `${provider}: ${counts}; recall is ${shareText(recall.value)} with them, ` +
    `${shareText(recallOfFinished?.value)} without.`
  );
}
