/** MMLU and HotpotQA as they are published: the user's files. */
import { z } from 'zod';
import { PYTHON_SPACE } from '../../../base/text/python-text.js';
import { LETTERS } from '../../../benchmarks/letters.js';
import { wholeFileReader } from './whole-files.js';

const text = z.string();

const OPTIONS = 'must be four choices';

/** A question with its choices in one line, and the letter of the right one. */
const mmluSchema = z
  .object({
    question: text,
    choices: z.array(text).length(4, OPTIONS),
    answer: z.union([z.number().int().min(0).max(3), z.enum(LETTERS)]),
  })
  .transform(({ question, choices, answer }) => ({
    text: [question, ...choices.map((choice, i) => `${LETTERS[i]}. ${choice}`)]
      .join('\n')
      .replaceAll(PYTHON_SPACE, ' '),
    choices,
    letter: typeof answer === 'number' ? LETTERS[answer]! : answer,
  }));

export type MmluQuestion = z.output<typeof mmluSchema>;

export const mmlu = wholeFileReader(
  'mmlu',
  mmluSchema,
  ['question', 'choices', 'answer'],
  'Use MMLU as it is published (Parquet or JSON): records with `question`, four `choices` and `answer`, 0 to 3.',
);

const lists = z.array(z.array(text));

/** The authors' JSON has pairs; Parquet has a list of each half. */
const paragraphs = z.union([
  z.array(z.tuple([text, z.array(text)])),
  z
    .object({ title: z.array(text), sentences: lists })
    .transform(({ title, sentences }) =>
      title.map((one, i): [string, string[]] => [one, sentences[i] ?? []]),
    ),
]);

const facts = z.union([
  z.array(z.tuple([text, z.number()])).transform((pairs) => pairs.map(([title]) => title)),
  z.object({ title: z.array(text) }).transform(({ title }) => title),
]);

/** A question, its answer, and its paragraphs: those that it takes and others. */
const hotpotSchema = z
  .object({ question: text, answer: text, context: paragraphs, supporting_facts: facts })
  .transform(({ question, answer, context, supporting_facts: titles }) => {
    const written = ([title, sentences]: [string, string[]]) => `${title}\n${sentences.join('')}`;
    const isGold = ([title]: [string, string[]]) => titles.includes(title);
    return {
      ...{ question, answer },
      gold: context.filter(isGold).map(written),
      others: context.filter((one) => !isGold(one)).map(written),
    };
  })
  .refine(({ gold }) => gold.length > 0, 'must have a paragraph that answers it');

export const hotpotqa = wholeFileReader(
  'hotpotqa',
  hotpotSchema,
  ['question', 'answer', 'context', 'supporting_facts'],
  'Use HotpotQA in the distractor setting as it is published (JSON or Parquet).',
);
