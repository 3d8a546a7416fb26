/**
 * Questions of OOLONG's authors: of its synthetic half, which says of each answer what it is, and of its real half, which
 * does not. Scored by their rules; beside that, by what the answer says in any form.
 */
import { z } from 'zod';
import type { Answer } from '../../../answers/answer.js';
import { baseName } from '../../../base/references.js';
import { say } from '../../../base/text/language.js';
import { literal } from '../../../base/text/literal.js';
import { UserError } from '../../../base/user-error.js';
import type { ChatTask, Marked, SharedCaseFields } from '../../../benchmarks/benchmark.js';
import { exampleReader } from '../../../benchmarks/published/example-files.js';
import type { Reading } from '../../../benchmarks/reading.js';
import { inForm as asFormed, unreadReason } from '../../../benchmarks/unread.js';
import type { CaseDraft } from '../../../contract/case.js';
import { type AggregationCase, type AnswerKind, countsOf, GROUPS } from './records.js';
import { COMPARISONS, countScore, dndScore, KEY, oolongScore, wholeNumber } from './score.js';

const text = z.string();

const summary = z.object({
  task_group: z.enum(GROUPS).optional(),
  context_len: z.number().int().positive().optional(),
  context_window_id: z.union([z.number(), text]).optional(),
  /** Of the real half: the episodes that the text is made of. */
  episodes: z.union([z.array(z.unknown()), text.transform((list) => list.split(','))]).optional(),
});

const examples = exampleReader(
  summary,
  summary.extend({
    ...{ context_window_text: text, question: text, answer: text },
    answer_type: text.optional(),
  }),
  'A published file is Parquet or JSON with `context_window_text`, `question` and `answer`; of the synthetic half also with ' +
    '`answer_type`, `context_len` and `task_group`.',
  Object.keys(summary.shape),
);

type Draft = CaseDraft<AggregationCase>;

export const load = (draft: Draft) => examples.load(draft);

/** The questions that are asked, all or those of some lengths. */
export async function* publishedCases(
  path: string,
  {
    examples: most,
    lengths,
  }: { examples?: number | undefined; lengths?: number | number[] | undefined },
  shared: SharedCaseFields,
): AsyncGenerator<Draft> {
  const wanted = Array.isArray(lengths) ? lengths : undefined;
  const known = new Set<number | undefined>();
  const isWanted = ({ context_len: length }: z.output<typeof summary>) => {
    known.add(length);
    return wanted?.includes(length ?? 0) ?? true;
  };
  const choice = { remedy: 'leave the option out for records of ours', most, isWanted };
  const asked = [];
  for await (const one of examples.asked(path, choice)) {
    asked.push({ ...one, part: one.task_group ?? 'real' });
  }
  const lacks = wanted?.find((length) => !known.has(length));
  if (lacks !== undefined) {
    const has = [...known].join(', ') || 'none';
    throw new UserError(
      `lengths: ${path} has no questions of ${lacks} tokens. Its lengths are ${has}; use some of these.`,
    );
  }
  const weights = countsOf(asked, 'part');
  for (const { part, context_len: length, context_window_id: window, ...one } of asked) {
    const { episodes, example, base } = one;
    yield {
      ...{ task: part, ...shared, ...base },
      ...(length && { size: `up to ${length} tokens` }),
      ...(episodes && { size: `${episodes.length} episodes` }),
      // Several questions are asked of one text.
      ...(window !== undefined && { unit: `text ${window}` }),
      // So the score of all parts is the mean of all questions, as it is the authors'.
      composite: { part, weight: weights.get(part)!, variant: baseName(path) },
      cell: { example },
    };
  }
}

/** What the right answer is, and in which form the question asks for it. */
interface Right {
  kind: AnswerKind;
  right: string;
  form: string;
}

const DATE = /^\[datetime\.date\((\d+), (\d+), (\d+)\)\]$/;

function rightOf(draft: Draft): Right {
  const { answer, answer_type: type } = examples.example(draft);
  if (type === undefined) return { kind: 'boxed', right: answer, form: `\\boxed{${answer}}` };
  const [, year, month = '', day = ''] = DATE.exec(answer) ?? [];
  const right = year
    ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    : firstOf(answer);
  const kind = type.endsWith('NUMERIC') ? 'count' : type.endsWith('DATE') ? 'date' : 'text';
  return { kind, right, form: `Answer: ${right}` };
}

/** The first item of a list as Python writes it. */
function firstOf(list: string): string {
  const inside = list.replace(/^\[|\]$/g, '');
  const [, , quoted] = /^(['"])((?:\\.|(?!\1)[^\\])*)\1/.exec(inside) ?? [];
  return quoted?.replace(/\\(.)/g, '$1') ?? inside.split(',')[0]!.trim();
}

export function publishedTask(draft: Draft): ChatTask & { reading(): Reading } {
  const { context_window_text: context, question } = examples.example(draft);
  const { form } = rightOf(draft);
  return {
    kind: 'chat',
    // The authors send two texts in one message, which providers join in their own ways.
    messages: [
      { role: 'system', content: `You are a helpful assistant.\n\n${context}` },
      { role: 'user', content: question },
    ],
    ...{ question, positions: [], answer: form },
    // No rule can aggregate these texts: who recalls one knows the answer from the file.
    reading: () => ({
      pieces: [{ text: context, position: 0.5 }],
      answer: (recalled) => (recalled.length > 0 ? form : 'Answer: 0'),
    }),
  };
}

/** How right an answer is in whatever form, and whether it says anything of the kind. */
function anywhere(answer: Answer, { kind, right }: Right): { score: number; isRead: boolean } {
  if (kind === 'count' || wholeNumber(right) !== undefined) {
    const { number } = answer.number({ keys: ['answer', 'user'] });
    if (number === undefined) return { score: 0, isRead: false };
    // A user is no count: one near by is another one.
    const isNear = kind !== 'text' || number === Number(right);
    return { score: isNear ? countScore(`${number}`, right) : 0, isRead: true };
  }
  const plain = kind === 'date' ? answer.inPlainDates : answer.plain;
  const isRead = answer.text !== '';
  const [, ...stated] = plain.split(KEY);
  const part = stated.at(-1) ?? plain.split('\n').findLast((line) => line.trim() !== '') ?? '';
  const lower = answer.saying(part.toLowerCase());
  const says = (pattern: string) => {
    const wanted = new RegExp(pattern, 'gu');
    return lower.text.search(wanted) >= 0 && lower.asserts(wanted) && !lower.doubt(wanted);
  };
  const holds = (item: string) => {
    const word = literal(answer.plainly(item).toLowerCase());
    return says(`(?<![\\p{L}\\d])${word}(?![\\p{L}\\d])`);
  };
  const compared = COMPARISONS.find((one) => right.includes(one));
  if (compared) {
    const isOnly = !COMPARISONS.some((one) => one !== compared && holds(one));
    return { score: isOnly && holds(compared) ? 1 : 0, isRead };
  }
  if (kind === 'boxed' && right.includes(',')) {
    const items = right.split(',').map((item) => item.trim());
    return { score: items.filter(holds).length / items.length, isRead };
  }
  // Other labels may be spoken of: what is meant begins behind a key, or ends the last line.
  const word = literal(answer.plainly(right).toLowerCase());
  const isMeant =
    stated.length > 0
      ? `^[^\\p{L}\\d]*${word}(?![\\p{L}\\d])`
      : `(?<![\\p{L}\\d])${word}[^\\p{L}\\d]*$`;
  return { score: says(isMeant) ? 1 : 0, isRead };
}

/** The authors' score; beside it `anywhere`, what the answer is worth in any form. */
export function scorePublished(answer: Answer, theCase: AggregationCase): Marked {
  const known = rightOf(theCase);
  const { kind, right } = known;
  const score = kind === 'boxed' ? dndScore(answer, right) : oolongScore(answer, right, kind);
  const { score: inForm, isRead } = anywhere(answer, known);
  const best = Math.max(score, inForm);
  const isPart = best > 0 && kind === 'boxed' && right.includes(',');
  const why = isPart ? 'scattered' : answer.whyWrong(theCase.language);
  const diagnosis = best === 1 ? 'complete' : why;
  return {
    score,
    ...(score < inForm && { inForm }),
    readable: score > 0 || (isRead && diagnosis !== 'empty' && diagnosis !== 'refused'),
    reason:
      best === 1
        ? asFormed(right, score >= inForm)
        : unreadReason(answer.text, asFormed(say`not ${right}`, score >= inForm)),
    namedScores: { recall: score, anywhere: best },
    metadata: { diagnosis },
  };
}
