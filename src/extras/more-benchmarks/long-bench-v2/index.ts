/**
 * LongBench v2 (Bai et al. 2024, arXiv:2412.15204): multiple-choice questions on long texts that take experts minutes.
 * Only as the authors' file. The prompt is ours; `template` takes the authors', whose wording published scores are for.
 */
import { z } from 'zod';
import { readDataset } from '../../../base/datasets.js';
import type { FileReference } from '../../../base/references.js';
import { say } from '../../../base/text/language.js';
import { benchmark } from '../../../benchmarks/benchmark.js';
import { exampleReader, exampleTitle } from '../../../benchmarks/published/example-files.js';
import { inForm, LETTERS, letterReason, unreadReason } from '../../../benchmarks/scoring.js';
import type { Case } from '../../../contract/case.js';
import { count, pathText, someOf } from '../../../options/kinds.js';
import { templateOption } from '../../../options/option-groups.js';

interface LongBenchCase extends Case {
  published: FileReference;
  cell: { example: number; domain: string };
}

const DIFFICULTIES = ['easy', 'hard'] as const;
const SIZES = ['short', 'medium', 'long'] as const;
const text = z.string();
const summary = z.object({
  domain: text,
  difficulty: z.enum(DIFFICULTIES, 'must be easy or hard'),
  length: z.enum(SIZES, 'must be short, medium or long'),
});
const examples = exampleReader(
  summary,
  summary.extend({
    ...{ context: text, question: text, answer: z.enum(LETTERS, 'must be A, B, C or D') },
    ...{ choice_A: text, choice_B: text, choice_C: text, choice_D: text },
  }),
  'A published file is JSON or Parquet with `domain`, `difficulty`, `length`, `question`, `choice_A` to ' +
    '`choice_D`, `answer` and `context`.',
);

const answerText = (letter: string) => `The correct answer is (${letter})`;

/** The letter that the authors' code reads, first of all in brackets; nothing for any other wording. */
export function statedLetter(answer: string): string | undefined {
  const plain = answer.replaceAll('*', '');
  const inBrackets = /The correct answer is \(([A-D])\)/.exec(plain);
  return (inBrackets ?? /The correct answer is ([A-D])/.exec(plain))?.[1];
}

export const longBenchV2 = benchmark<LongBenchCase>()({
  name: 'long-bench-v2',
  options: {
    /** The authors' file (JSON or Parquet). Required. */
    published: pathText().optional(),
    /** Questions of these difficulties; all by default. */
    difficulties: someOf(DIFFICULTIES).default([...DIFFICULTIES]),
    /** Questions on texts of these sizes: the file's own `length`; all by default. */
    sizes: someOf(SIZES).default([...SIZES]),
    /** How many of these questions are sent, from the first; all by default. */
    examples: count.optional(),
    ...templateOption,
  },
  load: examples.load,
  ...{ given: true, conditions: { published: 'harmless' } },

  conflict({ published }) {
    if (published !== undefined) return undefined;
    return "`published` is missing, and this benchmark has no questions of its own. Give the path of the authors' file, for example `published: data.json`.";
  },

  async *axes({ published, difficulties, sizes, examples: most }, shared) {
    const isWanted = ({ difficulty, length }: z.output<typeof summary>) =>
      difficulties.includes(difficulty) && sizes.includes(length);
    const choice = { remedy: "give the authors' data.json", most, isWanted };
    for await (const question of examples.asked(published!, choice)) {
      const { difficulty: task, length: size, domain, example, base } = question;
      yield { task, ...shared, ...base, size, cell: { example, domain } };
    }
  },

  make(draft) {
    const { context, question, answer, ...rest } = examples.example(draft);
    const choices = LETTERS.map((letter) => [`C_${letter}`, rest[`choice_${letter}`].trim()]);
    const places = { Q: question.trim(), ...Object.fromEntries(choices) };
    const { template } = readDataset('long-bench/en.yaml', z.strictObject({ template: text }));
    const next = LETTERS[(LETTERS.indexOf(answer) + 1) % LETTERS.length]!;
    return {
      ...{ kind: 'context', context: context.trim(), question, positions: [] },
      answer: answerText(answer),
      wording: { template, name: 'DOC', places, question },
      // No rule can answer these questions: who recalls the text knows the answer from the file.
      reading: () => ({
        pieces: [{ text: context.trim(), position: 0.5 }],
        answer: (recalled) => answerText(recalled.length > 0 ? answer : next),
      }),
    };
  },

  /** Whether the letter stated is the right one; beside it `anywhere`, the same for a letter in any wording. */
  mark(given, theCase) {
    const { answer, ...rest } = examples.example(theCase);
    const [said, stated] = [given.text, statedLetter(given.text)];
    const choices = LETTERS.map((letter) => rest[`choice_${letter}`]);
    const chosen = stated ?? LETTERS[given.choice(choices) ?? -1];
    const isRight = chosen === answer;
    const score = stated === answer ? 1 : 0;
    const diagnosis = isRight ? 'complete' : chosen ? 'another' : given.whyWrong(theCase.language);
    const format = stated ? 'as asked' : chosen ? 'elsewhere' : 'no letter';
    return {
      score,
      ...(isRight && { inForm: 1 }),
      readable: chosen !== undefined,
      reason: chosen
        ? inForm(letterReason(chosen, answer), stated !== undefined)
        : unreadReason(said, say`no letter`),
      namedScores: { recall: score, anywhere: isRight ? 1 : 0 },
      metadata: { diagnosis, format, ...(chosen && { choice: chosen }) },
    };
  },

  describe({ cell, task, size, tokens, published }) {
    const asked = [cell.domain, task, size, `${tokens} tokens`];
    return ['LongBench v2', exampleTitle({ published, cell }), ...asked];
  },
});
