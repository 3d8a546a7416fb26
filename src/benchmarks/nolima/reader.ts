import type { Case } from '../../case.js';
import { literal } from '../../text/literal.js';
import type { Understood } from '../understood.js';
import type { NolimaCase } from './case.js';
import { PHRASINGS } from './options.js';
import { LETTERS } from './pairs.js';
import { readNeedleSet } from './published.js';
import { loadNolimaWords, NOLIMA_LANGUAGES } from './words.js';

/** A question with the ways in which a fact that answers it may be written, as patterns. */
interface Known {
  question: RegExp;
  facts: RegExp[];
  /** Right answers where the fact has no place for a character. */
  answers?: readonly string[];
}

/** Reads NoLiMa: knows which fact answers a question, and looks up whom the prompt tells it of. */
export function read(prompt: string, theCase?: Case): Understood | undefined {
  const own = theCase as NolimaCase | undefined;
  const languages = own ? [own.language] : NOLIMA_LANGUAGES;
  for (const language of languages) {
    const { names, ask, choose } = loadNolimaWords(language);
    const [before = ''] = ask.split('{question}');
    const start = prompt.lastIndexOf(before);
    if (start < 0) continue;
    const [asked = '', offered = ''] = prompt.slice(start + before.length).split(choose);
    const known = own?.published ? publishedFacts(own) : ownFacts(language);
    const found = known.find(({ question }) => question.test(asked));
    if (found) return answerFrom(prompt.slice(0, start), found, offered, names);
  }
  return undefined;
}

function ownFacts(language: NolimaCase['language']): Known[] {
  return loadNolimaWords(language).facts.flatMap((fact) =>
    [fact.oneHop, fact.twoHop, fact.direct].map((question) => ({
      question: beginning(question, '{name}'),
      facts: PHRASINGS.map((phrasing) => factPattern(fact[phrasing], '{name}')),
    })),
  );
}

function publishedFacts({ published }: NolimaCase): Known[] {
  return readNeedleSet(published!).map(({ question, needle, answers }) => ({
    question: beginning(question, '{CHAR}'),
    facts: [factPattern(needle, '{CHAR}')],
    ...(needle.includes('{CHAR}') ? {} : { answers }),
  }));
}

/** A text at the beginning of another, with any name in its places. */
function beginning(text: string, place: string): RegExp {
  return new RegExp(`^${text.split(place).map(literal).join('.{1,80}?')}`, 'u');
}

function factPattern(text: string, place: string): RegExp {
  const [first = '', ...rest] = text.split(place).map(literal);
  if (rest.length === 0) return new RegExp(first, 'u');
  const name = '(?<name>[\\p{L}\\p{M}]+(?: \\p{Lu}\\p{L}+)*)';
  return new RegExp(`${first}${name}${rest.join('\\k<name>')}`, 'u');
}

function answerFrom(
  context: string,
  { facts, answers }: Known,
  offered: string,
  names: readonly string[],
): Understood {
  const match = facts.map((fact) => fact.exec(context)).find((found) => found !== null);
  const name = answers?.[0] ?? match?.groups?.name;
  // In Chinese, nothing stands between a name and the sentence before it.
  const right = names.find((one) => name?.endsWith(one)) ?? name;
  const options = offered
    .trim()
    .split('\n')
    .map((line) => line.slice('A. '.length));
  const said = (one: string) => (offered === '' ? one : (LETTERS[options.indexOf(one)] ?? one));
  const wrong = (offered === '' ? names : options).find((one) => one !== right) ?? '';
  const length = Math.max(1, context.length - (match?.[0].length ?? 0));
  return {
    pieces: match
      ? [{ text: match[0], start: match.index, position: Math.min(1, match.index / length) }]
      : [],
    answer: (recalled) => said(recalled.includes(0) && right !== undefined ? right : wrong),
  };
}
