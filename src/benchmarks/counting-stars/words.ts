/** The words of Counting-Stars: sentences and questions, from the file of each language. */
import { z } from 'zod';
import { languagePart } from '../../base/language-part.js';
import { placeholderComplaint, withPlaces } from '../../base/languages.js';
import { literal } from '../../base/text/literal.js';

export const TASKS = ['acquisition', 'reasoning', 'sum', 'corrections'] as const;

export type TaskName = (typeof TASKS)[number];

/** Places that may stand in every sentence and question. */
const COMMON_PLACES = ['subject', 'Subject', 'symbol', 'key'];

/** What is wrong with a sentence or question, as a clause that begins with "must" or "has". */
export function sentenceComplaint(text: string, needed: readonly string[]): string | undefined {
  return placeholderComplaint(text, needed, COMMON_PLACES);
}

const sentence = (...needed: string[]) => z.string().superRefine(withPlaces(needed, COMMON_PLACES));

const counting = {
  /** Who counts; `{subject}` in sentences, `{Subject}` with a capital. */
  subject: z.string().min(1),
  /** What is counted; `{symbol}` in sentences. */
  symbol: z.string().min(1),
  key: z.string().min(1),
};

const wordsSchema = z.strictObject({
  ...counting,
  /** Who else counts what, where several questions are asked of one context. */
  others: z.array(z.strictObject(counting)).default([]),
  tasks: z.strictObject({
    acquisition: z.strictObject({ star: sentence('count'), question: sentence() }),
    reasoning: z.strictObject({ star: sentence('wrong', 'count'), question: sentence() }),
    sum: z.strictObject({ star: sentence('count'), question: sentence() }),
    corrections: z.strictObject({
      star: sentence('count'),
      selfOver: sentence('wrong', 'difference'),
      selfUnder: sentence('wrong', 'difference'),
      lastOver: sentence('count', 'difference'),
      lastUnder: sentence('count', 'difference'),
      question: sentence(),
    }),
  }),
  /** Sentences in which others count other things. */
  distractors: z.array(z.string().superRefine(withPlaces(['count']))).min(1),
  /** Words that may stand behind a number in an answer. */
  units: z.array(z.string().min(1)).min(1),
});

type StarWords = z.output<typeof wordsSchema>;

/** The words of a language. Throws a UserError when its file does not say them all. */
export const starWords = languagePart<StarWords>(wordsSchema);

/**
 * Words of the user's own in the place of a language's: stars among a text in which a star or a penguin
 * would stand out, without a whole language file.
 */
export interface OwnWording {
  subject?: string;
  symbol?: string;
  key?: string;
  star?: string;
  question?: string;
}

export interface Wording extends Pick<StarWords, 'subject' | 'symbol' | 'key'> {
  /** What stands between two sentences. */
  between: string;
  sentences: Record<string, string>;
  question: string;
}

/** Fill a template; what is not given stays as it is. */
export function fill(
  template: string,
  { subject, symbol, key }: Pick<Wording, 'subject' | 'symbol' | 'key'>,
  values: Record<string, string | number | undefined> = {},
): string {
  const words: Record<string, string | number | undefined> = {
    subject,
    Subject: subject.charAt(0).toUpperCase() + subject.slice(1),
    symbol,
    key,
    ...values,
  };
  return template.replace(/\{(\w+)\}/g, (place, name: string) => String(words[name] ?? place));
}

/**
 * A pattern that finds a kind of star sentence, whatever its numbers; the end of the sentence may be
 * missing. The named groups `count`, `wrong` and `difference` hold the numbers.
 */
export function starPattern(template: string, wording: Wording): RegExp {
  const sentence = fill(template, wording)
    .trim()
    .replace(/[.。]$/u, '');
  const seen = new Set<string>();
  const pattern = literal(sentence).replace(
    /\\\{(count|wrong|difference)\\\}/g,
    (_, name: string) => {
      if (seen.has(name)) return '\\d+';
      seen.add(name);
      return `(?<${name}>\\d+)`;
    },
  );
  return new RegExp(pattern, 'giu');
}
