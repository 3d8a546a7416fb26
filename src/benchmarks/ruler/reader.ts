/** Reads the prompts of RULER: what stands in a prompt is looked up, counted or followed. */
import type { Case } from '../../case.js';
import { literal } from '../../text/literal.js';
import type { Piece, Understood } from '../understood.js';
import type { RulerCase } from './case.js';
import { readDocuments } from './document-reader.js';
import { loadRulerWords, RULER_LANGUAGES, type RulerWords } from './words.js';

/** Understands a prompt of RULER. */
export function read(prompt: string, theCase?: Case): Understood | undefined {
  const own = theCase as RulerCase | undefined;
  const languages = own ? [own.language] : RULER_LANGUAGES;
  for (const language of languages) {
    const words = loadRulerWords(language);
    const understood =
      readNeedles(prompt, words) ??
      readVariables(prompt, words) ??
      readCommon(prompt, words) ??
      readFrequent(prompt, words) ??
      readDocuments(prompt, words, { language, ...(own && { theCase: own }) });
    if (understood) return understood;
  }
  return undefined;
}

/** A template as a pattern, with a pattern for each of its places. */
function patternOf(template: string, places: Record<string, string>, flags = 'u'): RegExp {
  const parts = template.split(/\{(\w+)\}/);
  const source = parts.map((part, i) => (i % 2 === 0 ? literal(part) : (places[part] ?? '.+?')));
  return new RegExp(source.join(''), flags);
}

/** Where a question begins, and what it says in its places; the last question counts. */
function lastMatch(prompt: string, pattern: RegExp): RegExpExecArray | undefined {
  return [...prompt.matchAll(new RegExp(pattern, `${pattern.flags}g`))].at(-1);
}

function piece(text: string, start: number, end: number): Piece {
  return { text, start, position: Math.min(1, start / Math.max(1, end - text.length)) };
}

function readNeedles(prompt: string, words: RulerWords): Understood | undefined {
  for (const [kind, kinds] of Object.values(words.kinds)) {
    for (const ask of [words.ask.one, words.ask.several]) {
      const asking = ask.replaceAll('{kinds}', kinds).replaceAll('{kind}', kind);
      const question = lastMatch(prompt, patternOf(asking, { keys: '([^?]+?)' }));
      if (!question) continue;
      const keys = question[1]!.split(words.and).flatMap((part) => part.split(', '));
      const needle = words.needle.replace('{kind}', kind);
      const found = [
        ...prompt.matchAll(patternOf(needle, { key: '(\\S+)', value: '(\\S+)' }, 'gu')),
      ].filter(([, key]) => keys.includes(key!));
      return {
        pieces: found.map((match) => piece(match[0], match.index, question.index)),
        answer: (recalled) => recalled.map((i) => found[i]![2]!).join(', ') || words.absent[0]!,
      };
    }
  }
  return undefined;
}

function readVariables(prompt: string, words: RulerWords): Understood | undefined {
  const { first, next, question, example } = words.variables;
  const asking = lastMatch(prompt, patternOf(question, { value: '(\\d+)', count: '\\d+' }));
  if (!asking) return undefined;
  const shown = prompt.lastIndexOf(example);
  const text = prompt.slice(0, shown >= 0 ? shown : asking.index);
  const values = [...text.matchAll(patternOf(first, { name: '([A-Z]+)', value: '(\\d+)' }, 'gu'))];
  const steps = [
    ...text.matchAll(patternOf(next, { name: '([A-Z]+)', previous: '([A-Z]+)' }, 'gu')),
  ];
  const chain = values.filter(([, , value]) => value === asking[1]);
  for (let last = chain.at(-1); last; ) {
    const name: string = last[1]!;
    last = steps.find(([, , previous]) => previous === name);
    if (last && chain.some((known) => known[1] === last![1])) break;
    if (last) chain.push(last);
  }
  return {
    pieces: chain.map((match) => piece(match[0], match.index, text.length)),
    answer: (recalled) => recalled.map((i) => chain[i]![1]!).join(', ') || words.absent[0]!,
  };
}

/** The most frequent of some words, and where each stands first. */
function mostFrequent(
  matches: Iterable<RegExpExecArray>,
  amount: number,
  end: number,
  words: RulerWords,
): Understood {
  const found = new Map<string, { times: number; start: number }>();
  for (const match of matches) {
    const word = match[1]!;
    const known = found.get(word);
    if (known) known.times++;
    else found.set(word, { times: 1, start: match.index });
  }
  const most = [...found]
    .sort(([, a], [, b]) => b.times - a.times)
    .slice(0, amount)
    .sort(([, a], [, b]) => a.start - b.start);
  return {
    pieces: most.map(([word, { start }]) => piece(word, start, end)),
    answer: (recalled) => recalled.map((i) => most[i]![0]).join(', ') || words.absent[0]!,
  };
}

function readCommon(prompt: string, words: RulerWords): Understood | undefined {
  const { instruction, question } = words.commonWords;
  const asking = lastMatch(prompt, patternOf(question, { count: '(\\d+)' }));
  const start = prompt.lastIndexOf(instruction);
  if (!asking || start < 0) return undefined;
  const list = prompt.slice(0, asking.index).matchAll(/\d+\. ([^\s.]+)/gu);
  const own = [...list].filter(({ index }) => index > start);
  return mostFrequent(own, Number(asking[1]), asking.index, words);
}

function readFrequent(prompt: string, words: RulerWords): Understood | undefined {
  const { instruction, question } = words.frequentWords;
  const end = prompt.lastIndexOf(question);
  const start = prompt.indexOf(instruction);
  if (end < 0 || start < 0) return undefined;
  const text = prompt.slice(0, end).matchAll(/(?<=\s)(\p{Ll}+)(?=\s)/gu);
  const from = start + instruction.length;
  const own = [...text].filter(({ index }) => index >= from);
  return mostFrequent(own, 3, end, words);
}
