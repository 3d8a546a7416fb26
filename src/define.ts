/**
 * What a benchmark from outside this package imports, as `promptfoo-counting-stars/define`. A benchmark is one declaration in
 * a file of yours: the generator that it becomes stands in `tests` beside those of this package, and results, reports and
 * gates know it by its name. docs/define.md shows one.
 */
import type { z } from 'zod';
import type { Answer } from './answers/answer.js';
import { mean } from './base/numbers.js';
import { say } from './base/text/language.js';
import type {
  Declaration,
  Drafts,
  HiddenTask,
  Marked,
  Parts,
  SharedCaseFields,
  Task,
} from './benchmarks/benchmark.js';
import type { Reading } from './benchmarks/reading.js';
import { addBenchmark } from './benchmarks/registry.js';
import type { Case, CaseDraft, Cell } from './contract/case.js';
import { generate } from './generators/generate.js';
import type { TestGenerator } from './index.js';
import type { generalOptions } from './options/general-options.js';
import type { haystackOptions } from './options/haystack-options.js';
import type { Config, Options } from './options/kinds.js';

export { z } from 'zod';
export type { Answer } from './answers/answer.js';
export { UserError } from './base/user-error.js';
export type { ContextTask, HiddenTask, SharedCaseFields, Task } from './benchmarks/benchmark.js';
export type { Case, CaseDraft } from './contract/case.js';
export { lengthOptions, lengthsOf } from './options/option-groups.js';

/** A Case of a benchmark from outside: what is its own stands in `cell`. */
export type OwnCase = Case & { cell: Cell };

/** What a rule says of one answer; recall is the mean of the marks where `score` is not given. */
export interface OwnMarks {
  /** One for each fact, in the order of the task's `positions`: from 0 to 1, or whether it was found. */
  marks: readonly (number | boolean)[];
  /** From 0 to 1. */
  score?: number;
  /** One line for people, such as "Found 3 of 4 prices". */
  reason?: string;
}

/** Facts to hide in a haystack; what is left out follows from the facts. */
export interface OwnHidden
  extends Omit<HiddenTask, 'kind' | 'positions' | 'between' | 'forbidden'>,
    Partial<Pick<HiddenTask, 'positions' | 'between' | 'forbidden'>> {
  kind?: 'hidden';
}

/** What is asked, and what a simulated model looks up, which follows from the facts where it is left out. */
export type OwnTask = (Exclude<Task, HiddenTask> | OwnHidden) & { reading?(): Reading };

/** A benchmark as its file declares it. These seven fields keep their meaning from version to version. */
export interface OwnBenchmark<Shape extends z.core.$ZodShape> {
  /** What Cases and reports call it, in small letters and hyphens. */
  name: string;
  /** Whether its facts are hidden in a haystack of this package, whose options it then has too. */
  hides?: true;
  /** A schema for each option of its own. Languages, seeds, tokenizers and so on come by themselves. */
  options: Shape;
  /** The prompts that options ask for: `{ ...shared, task, tokens, seed, cell }` of each. */
  axes(options: Options<Shape>, shared: SharedCaseFields): Drafts<OwnCase>;
  /** What a prompt hides or holds, what it asks, and a right answer. The same Case must always give the same. */
  make(draft: CaseDraft<OwnCase>): OwnTask;
  /** The scoring rule. */
  mark(answer: Answer, theCase: OwnCase): OwnMarks;
  /** The parts of the line that names a prompt for people. */
  describe(theCase: OwnCase): Parts;
}

/** What is declared further, as benchmarks of this package do. It may change in any version. */
export type Unstable = Omit<Partial<Declaration>, keyof OwnBenchmark<z.core.$ZodShape>>;

/**
 * Define a benchmark of your own.
 *
 * @returns a generator, to be exported and named in `tests`: `path: file://prices.mjs:prices`
 * @throws {UserError} for a name that is none, or that a benchmark of this package has
 *
 * @example
 * ```js
 * export const prices = defineBenchmark({ name: 'prices', hides: true, options: {}, axes, make, mark, describe });
 * ```
 */
export function defineBenchmark<const Shape extends z.core.$ZodShape>(
  declared: OwnBenchmark<Shape> & Unstable,
): TestGenerator<Config<Shape> & Config<typeof generalOptions> & Config<typeof haystackOptions>> {
  const { mark, ...rest } = declared;
  const make = (draft: CaseDraft<OwnCase>) => taskOf(declared.make(draft));
  const benchmark = addBenchmark({
    ...rest,
    make,
    mark: (answer: Answer, theCase: OwnCase) =>
      marked(answer, theCase, mark(answer, theCase), make(theCase)),
  } as unknown as Declaration);
  return async (config) => {
    const { idsOfBaseline } = await import('./commands/ids-of-baseline.js');
    return generate(benchmark, config, idsOfBaseline);
  };
}

/** A whole task. A simulated model finds hidden facts by their texts, and answers right where it recalls them all. */
function taskOf(given: OwnTask): Task & { reading(): Reading } {
  const task = 'evidence' in given ? hiddenTask(given) : given;
  const asked = new Set(task.positions);
  const facts =
    task.kind === 'hidden' ? task.evidence.filter(({ position }) => asked.has(position)) : [];
  const reading = (): Reading => ({
    pieces: facts,
    answer: (recalled) =>
      recalled.length === facts.length
        ? task.answer
        : recalled.map((piece) => facts[piece]!.text).join('\n'),
  });
  return { reading, ...task };
}

function hiddenTask(given: OwnHidden): HiddenTask {
  const positions = given.evidence.map(({ position }) => position);
  return { positions, between: ' ', forbidden: [], ...given, kind: 'hidden' };
}

/** Everything that the program asks of a score, where a rule gives marks alone. */
function marked(answer: Answer, theCase: OwnCase, own: OwnMarks, { positions }: Task): Marked {
  const marks = own.marks.map(Number);
  const { score = mean(marks), reason } = own;
  const found = marks.filter((mark) => mark === 1).length;
  const diagnosis =
    score === 1 ? 'complete' : score > 0 ? 'scattered' : answer.whyWrong(theCase.language);
  return {
    score,
    reason: reason ?? say`Found ${found} of ${marks.length} facts.`,
    namedScores: { recall: score },
    marks,
    positions,
    metadata: { diagnosis },
  };
}
