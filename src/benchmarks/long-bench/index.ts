/**
 * LongBench v2 (Bai et al. 2024, arXiv:2412.15204): multiple-choice questions on long texts, written by
 * people so that even experts need minutes for them. Only as the authors' file: the questions are theirs.
 *
 * The prompt is in our own words; `template` takes the authors', whose wording published scores are for.
 */
import { baseName, type FileReference } from '../../case.js';
import { referenceFile } from '../../files/files.js';
import type { Benchmark, SharedCaseFields, Task } from '../benchmark.js';
import type { Reading } from '../reading.js';
import { conflict, type LongBenchOptions, longBenchOptions } from './options.js';
import {
  LETTERS,
  type LongBenchCase,
  type LongBenchDraft,
  promptOf,
  questionOf,
  questions,
  templateText,
} from './questions.js';
import { scoreLongBench } from './score.js';

const answerText = (letter: string) => `The correct answer is (${letter})`;

async function* cases(
  options: LongBenchOptions,
  shared: SharedCaseFields,
): AsyncGenerator<LongBenchDraft> {
  const { difficulties, sizes, domains, examples = Number.POSITIVE_INFINITY } = options;
  const published = referenceFile('published', options.published!, "give the authors' data.json");
  const template: { template?: FileReference } = options.template
    ? { template: referenceFile('template', options.template, 'leave it out for our own words') }
    : {};
  let asked = 0;
  for (const [i, { domain, difficulty, length }] of (
    await questions.summaries(published)
  ).entries()) {
    const isWanted =
      (difficulties?.includes(difficulty) ?? true) &&
      (sizes?.includes(length) ?? true) &&
      (domains?.includes(domain) ?? true);
    if (!isWanted || asked++ >= examples) continue;
    yield {
      benchmark: 'long-bench-v2',
      task: difficulty,
      ...shared,
      published,
      ...template,
      seed: 0,
      size: length,
      cell: { example: i + 1, domain },
    };
  }
}

function task(draft: LongBenchDraft): Task {
  const question = questionOf(draft);
  return {
    kind: 'prompt',
    prompt: promptOf(question, templateText(draft.template)),
    question: question.question,
    positions: [],
    answer: answerText(question.answer),
  };
}

/**
 * No rule can answer these questions, so who recalls the text knows the answer from the file; who does
 * not takes the next letter.
 */
function reading(draft: LongBenchDraft): Reading {
  const { answer, context } = questionOf(draft);
  const other = LETTERS[(LETTERS.indexOf(answer) + 1) % LETTERS.length]!;
  return {
    pieces: [{ text: context.trim(), position: 0.5 }],
    answer: (recalled) => answerText(recalled.length > 0 ? answer : other),
  };
}

export const longBenchV2 = {
  name: 'long-bench-v2',
  generator: 'longBenchV2',
  options: longBenchOptions,
  conflict,
  cases,
  load: ({ published, cell }: LongBenchDraft) => questions.load(published, cell.example),
  task,
  describe: ({ task: difficulty, size, cell, published, tokens }) =>
    [
      'LongBench v2',
      `${baseName(published.file)} no. ${cell.example}`,
      cell.domain,
      difficulty,
      size,
      `${tokens} tokens`,
    ].join(' · '),
  score: scoreLongBench,
  reading,
} as const satisfies Benchmark<LongBenchCase, LongBenchOptions>;
