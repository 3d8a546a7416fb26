/** Makes what the program uses of a benchmark's declaration. */

import { z } from 'zod';
import type { Answer } from '../answers/answer.js';
import { withDoubt } from '../answers/doubts.js';
import { kept } from '../base/kept.js';
import { Latest } from '../base/latest.js';
import { camelCase } from '../base/text/texts.js';
import { UserError } from '../base/user-error.js';
import type { Case, CaseDraft } from '../contract/case.js';
import { haystackName } from '../contract/case-identity.js';
import { textFromStart } from '../haystack/texts.js';
import { generalOptions } from '../options/general-options.js';
import { haystackOptions } from '../options/haystack-options.js';
import type { Options } from '../options/kinds.js';
import type {
  ContextTask,
  Declaration,
  Drafts,
  Extras,
  Marked,
  Scored,
  SharedCaseFields,
  SizedTask,
  Task,
} from './benchmark.js';
import { recallByQuarter } from './quarters.js';
import type { Reading } from './reading.js';

/**
 * Makes contexts as Counting-Stars' authors do (`gen_test_data.ipynb`): the start of a text, sized in
 * characters or words and cut anywhere, with a sentence on its own line behind each M-th part.
 */

/** What the authors remove from texts in characters: white space, and ASCII letters and punctuation. */
const LATIN = /[^\S\n]|[!-/:-~]/g;

/**
 * Inserts sentences one by one. As in the original, places count sentences already inserted, so with words each
 * stands two words later than an M-th part would say.
 *
 * @throws {UserError} for a text that is too short, or could be taken for evidence
 */
function sized(
  { size, unit, haystack, sentences, forbidden, ...task }: SizedTask,
  draft: CaseDraft,
): ContextTask {
  const inWords = unit === 'words';
  const space = inWords ? ' ' : '';
  const without = inWords ? undefined : LATIN;
  const whole = textFromStart({ ...draft, haystack, without }, inWords ? 12 * size : size);
  const text = inWords ? whole.split(' ').slice(0, size) : whole.slice(0, size);
  const found = forbidden.find(({ pattern }) => whole.search(pattern) >= 0);
  if (text.length < size || found) {
    throw new UserError(
      `haystack: ${haystackName(haystack)} ` +
        (found
          ? `says "${found.phrase}", which could be taken for evidence. Use another text.`
          : `is shorter than the ${size} ${unit} that \`perToken\` asks of it. Use a longer text, or a smaller \`maxTokens\`.`),
    );
  }
  const step = Math.floor(size / sentences.length);
  const part = (from: number, to?: number) => [text.slice(from, to)].flat().join(space);
  let context = '';
  let from = 0;
  let added = 0;
  for (const [i, sentence] of sentences.entries()) {
    const star = `\n${sentence}\n`;
    const length = inWords ? star.split(' ').length : star.length;
    const to = Math.min(size, Math.max(from, (i + 1) * step + i * length - added));
    context += part(from, to) + star;
    from = to;
    added += inWords ? length - 2 : length;
  }
  return { ...task, kind: 'context', context: context + part(from) };
}

/** A benchmark. Only itself looks into its Cases and options. */
export interface Benchmark extends Extras<Case> {
  name: string;
  generator: string;
  options: z.ZodObject<typeof generalOptions, z.core.$strict>;
  cases(options: Options<z.core.$ZodShape>, shared: SharedCaseFields): Drafts<Case>;
  task(draft: CaseDraft): Task;
  describe(theCase: Case): string;
  score(answer: Answer, theCase: Case): Scored;
  reading(theCase: Case): Reading;
}

export type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** Adds the recall of each quarter of the context, unless the rule names other scores. */
function withMarks({ marks, positions = [], ...scored }: Marked & Scored) {
  if (!marks) return scored;
  return {
    ...scored,
    namedScores: { ...recallByQuarter(marks, positions), ...scored.namedScores },
    metadata: { ...scored.metadata, marks, positions },
  };
}

function givenConflict({ seeds, reserve }: Record<string, unknown>): string | undefined {
  if (seeds !== undefined) {
    return 'every one of the `seeds` would give the same prompts, since the questions are given. Leave `seeds` out.';
  }
  if (reserve === undefined) return undefined;
  return '`reserve` is for prompts that are built to a length, and these are given. Leave it out.';
}

function haystackOf(hides: Declaration['hides']) {
  if (!hides) return {};
  const { haystack } = haystackOptions;
  const named = typeof hides === 'string' && haystack.transform((given) => given ?? [hides]);
  return { ...haystackOptions, ...(named && { haystack: named }) };
}

export function madeOf({
  name,
  options,
  axes,
  make,
  mark,
  describe,
  conflict,
  hides,
  ...extras
}: Declaration): Benchmark {
  const latest = new Latest<Task>(8);
  return {
    ...extras,
    name,
    generator: camelCase(name),
    options: z.strictObject({ ...options, ...haystackOf(hides), ...generalOptions }),
    conflict: (config) => conflict?.(config) ?? (extras.given && givenConflict(config)),
    cases: axes,
    task: (draft) =>
      kept(latest, JSON.stringify(draft), () => {
        const made = make(draft);
        return made.kind === 'sized' ? sized(made, draft) : made;
      }),
    describe: (theCase) => describe(theCase).filter(Boolean).join(' · '),
    score(answer, theCase) {
      const marked = mark(answer, theCase);
      return withDoubt(withMarks({ ...marked, readable: marked.readable ?? answer.text !== '' }));
    },
    reading: (theCase) => make(theCase).reading(),
  };
}
