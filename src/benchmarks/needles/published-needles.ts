/**
 * Needles of NeedleBench's authors (huggingface.co/datasets/opencompass/NeedleBench): needles.jsonl has one a
 * line, in English and Chinese; multi_needle_reasoning_en.json and …_zh.json have chains.
 */
import { z } from 'zod';
import { readDataset } from '../../base/datasets.js';
import { once } from '../../base/kept.js';
import type { FileReference, LanguageReference } from '../../base/references.js';
import { authorsLanguage } from '../published/needle-bench-data.js';
import { jsonReader, recordReader } from '../published/published-records.js';
import { type Needle, type NeedleSet, surroundings } from './needle-sets.js';

const text = z.string('must be a text').min(1, 'must not be empty');

const readNeedles = recordReader(
  z.object({ needle: text, retrieval_question: text, arg1: text, arg2: text, language: text }),
  'Each line of needles.jsonl has needle, retrieval_question, arg1, arg2 and language.',
);

const readChains = jsonReader(
  'published',
  z.array(z.object({ derivations: z.array(text).nonempty(), question: text, answer: text })),
  'Each entry of multi_needle_reasoning_en.json has derivations, question and answer.',
);

/** @throws {UserError} naming the line or field that is wrong, or when there are no needles in the language */
export function publishedNeedles(language: LanguageReference, file: FileReference): NeedleSet {
  const needle = (name: string, sentences: string[], question: string, answer: string): Needle => ({
    ...{ name, sentences, question, answer },
    keywords: [answer],
    distractors: [],
  });
  const name = authorsLanguage(language);
  if (!file.file.endsWith('.jsonl')) {
    const chains = readChains(file).map(({ derivations, question, answer }, i) =>
      needle(`chain ${i + 1}`, derivations, question, answer),
    );
    return { ...surroundings(language), single: [], chains };
  }
  const single = readNeedles(file).flatMap((one, i) =>
    one.language === name
      ? [
          {
            ...needle(`line ${i + 1}`, [one.needle], one.retrieval_question, one.arg2),
            about: [one.arg1, one.arg2],
          },
        ]
      : [],
  );
  return { ...surroundings(language), single, chains: [], together: togetherIn(name) };
}

const together = once(() =>
  readDataset(
    'needle-bench/together.yaml',
    z.record(text, z.object({ mark: text, stop: text, open: text, close: text })),
  ),
);

/**
 * Several questions as one, as `parallel.py` puts them together: each up to its question mark, and then the
 * forms of the answers, which stand in the questions between quotation marks.
 */
const togetherIn = (language: string) => (questions: readonly string[]) => {
  const { mark, stop, open, close } = together()[language]!;
  const asked = questions.map((question) => question.split(mark)[0]! + mark);
  const forms = questions.map((question) => (question.split("'")[1] ?? '').split(stop)[0]);
  return asked.join('、') + open + forms.join('、') + close;
};
