import type { Case } from '../../case.js';
import { literal } from '../../text/literal.js';
import type { Piece, Understood } from '../understood.js';
import { GENERATIONS, KINSHIP_LANGUAGES, type Kinship, loadKinship, RELATIONS } from './kinship.js';
import { LETTERS } from './questions.js';

/** A statement as it stands in a prompt. */
interface Statement extends Piece {
  elder: string;
  younger: string;
  generations: number;
}

/** Reads the Ancestral Trace Challenge: from one statement to the next, as far as they are recalled. */
export function read(prompt: string, theCase?: Case): Understood | undefined {
  const languages = theCase ? [theCase.language] : KINSHIP_LANGUAGES;
  for (const language of languages) {
    const kinship = loadKinship(language);
    const asked = askedIn(kinship, prompt);
    if (!asked) continue;
    // The statements of the examples are about other people.
    const examples = prompt.lastIndexOf(kinship.examples.end, asked.start);
    const first = Math.max(0, examples);
    // The question may stand before the statements.
    const behind = statementsIn(kinship, prompt, first, asked.start);
    const pieces =
      behind.length > 0 ? behind : statementsIn(kinship, prompt, asked.start, prompt.length);
    return {
      pieces,
      answer(recalled) {
        const answer = answerOf(
          asked,
          recalled.map((i) => pieces[i]!),
        );
        return asked.isBoxed ? `\\boxed{${answer}}` : kinship.answer.replace('{answer}', answer);
      },
    };
  }
  return undefined;
}

function answerOf({ question, person, options }: Asked, statements: readonly Statement[]): string {
  if (question === 'descendant') return line(person, statements, 'younger').people.at(-1)!;
  const { people, generations } = line(person, statements, 'elder');
  if (question === 'distance') return `${generations}`;
  if (options.length === 0) return people.at(-1)!;
  // The letter of the eldest one among the options; else a guess.
  const known = people.findLast((name) => options.includes(name));
  return LETTERS[known === undefined ? 0 : options.indexOf(known)]!;
}

/** Everybody on the way from a person to the eldest or youngest that is found, and how far that is. */
function line(person: string, statements: readonly Statement[], to: 'elder' | 'younger') {
  const from = to === 'elder' ? 'younger' : 'elder';
  const next = new Map(statements.map((statement) => [statement[from], statement]));
  const people = [person];
  let generations = 0;
  for (let step = next.get(person); step; step = next.get(step[to])) {
    if (people.includes(step[to])) break;
    people.push(step[to]);
    generations += step.generations;
  }
  return { people, generations };
}

interface Asked {
  question: keyof Kinship['ask'];
  person: string;
  options: string[];
  isBoxed: boolean;
  start: number;
}

/** Who the last question of a prompt is about, and what it offers. */
function askedIn(kinship: Kinship, prompt: string): Asked | undefined {
  const person = `(?<person>${nameLike(kinship)})`;
  const places = { person, other: nameLike(kinship), generations: '\\d+' };
  const found = Object.entries(kinship.ask).flatMap(([question, template]) =>
    [...prompt.matchAll(new RegExp(pattern(template, places), 'gu'))].map((match) => ({
      question: question as Asked['question'],
      match,
    })),
  );
  const last = found.sort((a, b) => a.match.index - b.match.index).at(-1);
  if (!last) return undefined;
  const { question, match } = last;
  const option = new RegExp(`^${pattern(kinship.option, { letter: '[A-D]', name: '(.+)' })}$`, 'u');
  const behind = prompt.slice(match.index);
  return {
    question,
    person: match.groups!.person!,
    options: behind.split('\n').flatMap((text) => option.exec(text)?.[1] ?? []),
    isBoxed: behind.includes('\\boxed'),
    start: match.index,
  };
}

/** All statements of a part of a text, in order. */
function statementsIn(kinship: Kinship, whole: string, from: number, to: number): Statement[] {
  const name = nameLike(kinship);
  const text = whole.slice(from, to);
  const places = { elder: `(?<elder>${name})`, younger: `(?<younger>${name})` };
  return RELATIONS.flatMap((relation) =>
    kinship.statements[relation].flatMap((template) =>
      [...text.matchAll(new RegExp(pattern(template, places), 'gu'))].map((match) => ({
        text: match[0],
        start: from + match.index,
        position: match.index / text.length,
        elder: match.groups!.elder!,
        younger: match.groups!.younger!,
        generations: GENERATIONS[relation],
      })),
    ),
  ).sort((a, b) => a.start - b.start);
}

/** What a full name looks like. */
function nameLike({ people: { name, female, male, surnames } }: Kinship): string {
  const either = (list: readonly string[]) => `(?:${list.map(literal).join('|')})`;
  return pattern(name, { given: either([...female, ...male]), surname: either(surnames) });
}

/** A template as a pattern. */
function pattern(template: string, places: Record<string, string>): string {
  return template
    .split(/\{(\w+)\}/)
    .map((part, i) => (i % 2 === 0 ? literal(part) : (places[part] ?? '')))
    .join('');
}
