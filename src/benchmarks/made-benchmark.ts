/** Makes what the program uses of a benchmark's declaration. */
import { z } from 'zod';
import type { Answer } from '../answers/answer.js';
import { withDoubt } from '../answers/doubts.js';
import { kept } from '../base/kept.js';
import { Latest } from '../base/latest.js';
import { camelCase } from '../base/text/texts.js';
import type { Case, CaseDraft } from '../contract/case.js';
import { generalOptions } from '../options/general-options.js';
import { haystackOptions } from '../options/haystack-options.js';
import type { Options } from '../options/kinds.js';
import type {
  Declaration,
  Drafts,
  Extras,
  Marked,
  Scored,
  SharedCaseFields,
  Task,
} from './benchmark.js';
import { recallByQuarter } from './quarters.js';
import type { Reading } from './reading.js';
import { sized } from './sized-context.js';

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
  // Building, checking and scoring a prompt each need its task, and several models get the same prompt.
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
