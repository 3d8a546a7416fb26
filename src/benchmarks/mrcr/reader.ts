import type { Case } from '../../case.js';
import { literal } from '../../text/literal.js';
import type { Understood } from '../understood.js';
import {
  CONVERSATION_LANGUAGES,
  type ConversationWords,
  loadConversationWords,
  requestText,
} from './words.js';

/** What the last message asks for. */
interface Asked {
  prefix: string;
  /** From 1. */
  number: number;
  /** The request, as it stands before each of the pieces on it. */
  request: RegExp;
  /** Any request. */
  requests: RegExp;
}

/** Reads MRCR: finds the pieces on the request that is asked about, and repeats one. */
export function read(prompt: string, theCase?: Case): Understood | undefined {
  const languages = theCase ? [theCase.language] : CONVERSATION_LANGUAGES;
  for (const words of languages.map(loadConversationWords)) {
    const asked = askedIn(prompt, words) ?? askedByAuthors(prompt);
    if (asked) return recall(prompt, asked);
  }
  return undefined;
}

function askedIn(prompt: string, words: ConversationWords): Asked | undefined {
  const { question, ordinals, forms, topics } = words;
  const either = (texts: readonly string[]) => texts.map(literal).join('|');
  const places: Record<string, string> = {
    prefix: '(?<prefix>\\w+)',
    ordinal: `(?<ordinal>${either(ordinals)})`,
    form: `(?<form>${either(forms.map(({ name }) => name))})`,
    topic: `(?<topic>${either(topics)})`,
  };
  const pattern = question
    .split(/\{(\w+)\}/)
    .map((part, i) => (i % 2 === 0 ? literal(part) : places[part]!))
    .join('');
  const groups = new RegExp(`${pattern}\\s*$`).exec(prompt)?.groups;
  const form = forms.find(({ name }) => name === groups?.form);
  if (!groups || !form) return undefined;
  const all = forms.flatMap((one) =>
    topics.map((topic) => requestText(words, { form: one, topic })),
  );
  return {
    prefix: groups.prefix!,
    number: ordinals.indexOf(groups.ordinal!) + 1,
    request: line(literal(requestText(words, { form, topic: groups.topic! }))),
    requests: line(either(all)),
  };
}

/** The question of the authors' conversations. */
const AUTHORS =
  /Prepend (?<prefix>\w+) to the (?<number>\d+)(?:st|nd|rd|th) \(1 indexed\) (?<thing>[^\n]{1,200}?)\. Do not include/g;

function askedByAuthors(prompt: string): Asked | undefined {
  const groups = [...prompt.matchAll(AUTHORS)].at(-1)?.groups;
  if (!groups) return undefined;
  return {
    prefix: groups.prefix!,
    number: Number(groups.number),
    request: line(`[Ww]rite (?:me )?an? ${literal(groups.thing!)}\\.?`),
    requests: line('[Ww]rite (?:me )?an? [^\\n]{1,80} about [^\\n]{1,80}'),
  };
}

/** A paragraph that is nothing else. */
function line(pattern: string): RegExp {
  return new RegExp(`(?<=^|\\n\\n)(?:${pattern})(?=\\n\\n)`, 'g');
}

function recall(prompt: string, { prefix, number, request, requests }: Asked): Understood {
  const ends = [...prompt.matchAll(requests)].map(({ index }) => index);
  const question = prompt.lastIndexOf('\n\n');
  const found = [...prompt.matchAll(request)].map((match) => {
    const start = match.index + match[0].length + 2;
    const end = ends.find((one) => one > match.index) ?? question + 2;
    return { start, text: prompt.slice(start, end - 2) };
  });
  const right = found[number - 1];
  const other = found[number] ?? found[number - 2];
  return {
    pieces: right ? [{ ...right, position: right.start / Math.max(1, question) }] : [],
    // Who does not recall the piece repeats the one beside it.
    answer: (recalled) => prefix + ((recalled.includes(0) ? right : other)?.text ?? ''),
  };
}
