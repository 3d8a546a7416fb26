import type { Case } from '../../case.js';
import { literal } from '../../literal.js';
import type { Piece, Understood } from '../understood.js';
import { LETTERS } from './cases.js';
import { KINSHIP_LANGUAGES, type Kinship, loadKinship } from './kinship.js';

/** A statement as it stands in a prompt. */
interface Statement extends Piece {
  elder: string;
  younger: string;
}

/** Reads the Ancestral Trace Challenge: from one statement to the next, as far as they are recalled. */
export function read(prompt: string, theCase?: Case): Understood | undefined {
  const languages = theCase ? [theCase.language] : KINSHIP_LANGUAGES;
  for (const language of languages) {
    const kinship = loadKinship(language);
    const asked = askedIn(kinship, prompt);
    if (!asked) continue;
    const pieces = statementsIn(kinship, prompt.slice(0, asked.start));
    return {
      pieces,
      answer(recalled) {
        const path = trace(
          asked.person,
          recalled.map((i) => pieces[i]!),
        );
        return kinship.answer.replace('{answer}', finalAnswer(path, asked.options));
      },
    };
  }
  return undefined;
}

/** Everybody on the way from a person to the eldest that is found. */
function trace(person: string, statements: readonly Statement[]): string[] {
  const elders = new Map(statements.map(({ younger, elder }) => [younger, elder]));
  const path = [person];
  for (let elder = elders.get(person); elder; elder = elders.get(elder)) {
    if (path.includes(elder)) break;
    path.push(elder);
  }
  return path;
}

/** The eldest on the path, or the letter of the eldest one among the options; else a guess. */
function finalAnswer(path: readonly string[], options: readonly string[]): string {
  if (options.length === 0) return path.at(-1)!;
  const known = path.findLast((name) => options.includes(name));
  return LETTERS[known === undefined ? 0 : options.indexOf(known)]!;
}

interface Asked {
  person: string;
  options: string[];
  start: number;
}

/** Who the question at the end of a prompt is about, and what it offers. */
function askedIn(kinship: Kinship, prompt: string): Asked | undefined {
  for (const question of [kinship.ask.choice, kinship.ask.open]) {
    const [before, after] = question.trim().split('{person}') as [string, string];
    const start = prompt.lastIndexOf(before);
    const end = prompt.indexOf(after, start);
    if (start < 0 || end < 0) continue;
    const option = new RegExp(
      `^${pattern(kinship.option, { letter: '[A-D]', name: '(.+)' })}$`,
      'u',
    );
    const options = prompt
      .slice(end)
      .split('\n')
      .flatMap((line) => option.exec(line)?.[1] ?? []);
    return { person: prompt.slice(start + before.length, end), options, start };
  }
  return undefined;
}

/** All statements of a text, in order. */
function statementsIn(kinship: Kinship, text: string): Statement[] {
  const name = nameLike(kinship);
  const found = Object.values(kinship.statements)
    .flat()
    .flatMap((template) => {
      const groups = { elder: `(?<elder>${name})`, younger: `(?<younger>${name})` };
      return [...text.matchAll(new RegExp(pattern(template, groups), 'gu'))];
    });
  return found
    .map((match) => ({
      text: match[0],
      start: match.index,
      position: match.index / text.length,
      elder: match.groups!.elder!,
      younger: match.groups!.younger!,
    }))
    .sort((a, b) => a.start - b.start);
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
