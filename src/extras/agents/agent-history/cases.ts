/** Makes the Cases of agent histories: from options to drafts, and from a Case to its task and reading. */
import { groupBy } from '../../../base/group-by.js';
import { languageName } from '../../../base/references.js';
import { UserError } from '../../../base/user-error.js';
import type { Fit, Fitting, Parts, SharedCaseFields, Task } from '../../../benchmarks/benchmark.js';
import { CLOSE_ENOUGH, nearestDraw } from '../../../benchmarks/lengths.js';
import type { Reading } from '../../../benchmarks/reading.js';
import {
  type ToolDeclaration,
  type Turn,
  textOfTurn,
} from '../../../haystack/messages/transcript.js';
import { lengthsOf } from '../../../options/option-groups.js';
import {
  BARE,
  type Fact,
  type HistoryCase,
  type HistoryDraft,
  knownAfter,
  worldOf,
} from './facts.js';
import { flatText, historyOf, lastStep, lastUnit, lastUnits, otherStep, UNITS } from './history.js';
import type { HistoryOptions, HistoryTask } from './options.js';
import { type HistoryWords, loadHistoryWords } from './words.js';

export function task(draft: HistoryDraft): Task {
  const words = loadHistoryWords(draft.language);
  const { wanted } = worldOf(draft);
  const { turns, positions } = historyOf(draft);
  const question = questionOf(words, draft);
  const shared = {
    question,
    // Where only final facts are told, none is the one that decided it.
    positions: draft.given === 'facts' ? [] : wanted.map(({ decidedBy }) => positions[decidedBy]!),
    answer: wanted.map(({ label, truth }) => `${label}: ${truth}`).join('\n'),
  };
  if (draft.given) {
    const context = turns.flatMap((turn) => flatText(words, turn) ?? []).join('\n\n');
    return { ...shared, kind: 'context', context };
  }
  return {
    ...shared,
    kind: 'transcript',
    turns: [...turns, { role: 'user', content: question }],
    tools: toolsOf(words, turns),
  };
}

/** Declares every tool that is called, with all parameters that it is given. Those of every call are required. */
function toolsOf({ kinds, tools }: HistoryWords, turns: readonly Turn[]): ToolDeclaration[] {
  const calls = turns.filter((turn) => turn.role === 'call');
  const given = groupBy(calls, ({ tool }) => tool);
  return [...Object.values(kinds), ...Object.values(tools)].flatMap(
    ({ tool: name, description }) => {
      const lists = (given.get(name) ?? []).map((call) => Object.keys(call.arguments));
      if (lists.length === 0) return [];
      const names = [...new Set(lists.flat())];
      const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
      const required = names.filter((name) => lists.every((list) => list.includes(name)));
      return { name, description, parameters: { type: 'object', properties, required } };
    },
  );
}

function questionOf(words: HistoryWords, draft: HistoryDraft): string {
  const { wanted } = worldOf(draft);
  // The order of the list says nothing of where the answers stand.
  const list = wanted.map(({ question }) => `- ${question}`).sort();
  return words.questions[draft.task].replace('{list}', () => list.join('\n'));
}

/** Describes what a simulated model reads: it answers what holds after the facts that it recalls. */
export function reading(draft: HistoryDraft): Reading {
  const words = loadHistoryWords(draft.language);
  const { unknown } = words;
  const world = worldOf(draft);
  const { wanted } = world;
  const { facts, positions } = historyOf(draft);
  const replacedBy = new Map<string, number>();
  facts.forEach(({ key, does }, i) => {
    if (does === 'set' || does === 'delete' || does === 'undo') replacedBy.set(key, i);
  });
  const isReplaced = (i: number) => (replacedBy.get(facts[i]!.key) ?? i) > i;
  return {
    pieces: facts.map(({ text, role }, i) => ({
      text,
      position: positions[i]!,
      ...(role && { role }),
      ...(isReplaced(i) && { isSuperseded: true as const }),
      kinds: kindsOf(words, facts[i]!),
    })),
    markKinds: wanted.map(({ decidedBy }) => kindsOf(words, world.facts[decidedBy]!)),
    answer(recalled) {
      const known = knownAfter(recalled.map((i) => facts[i]!));
      return wanted.map(({ label, read }) => `${label}: ${read(known) ?? unknown}`).join('\n');
    },
  };
}

/** Groups values for reports. */
const VALUES = {
  ...{ name: 'names', number: 'numbers', entry: 'numbers' },
  ...{ server: 'code', file: 'code', servers: 'code' },
} as const;

/** Lists the kinds of a fact: who tells it, whether it corrects another, and what its value is. */
function kindsOf({ kinds }: HistoryWords, { kind, role }: Partial<Fact>): string[] {
  const { value } = kinds[kind ?? 'order'];
  return [
    kind === undefined ? 'instructions' : 'tool results',
    ...(role === 'change' ? ['corrections'] : []),
    VALUES[value],
  ];
}

/** Most draws of the last result's last unit, to meet a length. */
const DRAWS = 2000;

/** How many numbers of units of the last result are tried, from the largest down. */
const FEWER = 6;

/** Tokens left for the last result, so that any kind fits. */
const LEAST_LAST = 240;

/** Most corrections of a length after counting: joined parts may have fewer tokens than the parts alone. */
const ROUNDS = 4;

/** Largest share of a length for facts and the lines around them. */
const MOST_OF_FACTS = 0.8;

/**
 * Fill a length: with as much around the facts as leaves room for something else, with other results as long as the
 * next one goes in, and then with a last one of as many units as are missing. Each turn counts for itself, so the sum is
 * exact.
 */
export const fit: Fit<HistoryCase> = (draft, tokensOf, count) => {
  const words = loadHistoryWords(draft.language);
  const sizeOf = (turns: readonly Turn[]) =>
    turns.reduce((sum, turn) => {
      const text = draft.given ? flatText(words, turn) : textOfTurn(turn);
      return sum + (text === undefined ? 0 : count(draft.given ? `${text}\n\n` : text));
    }, 0);
  let smallest = draft;
  let missing = 0;
  for (let lean = 0; lean <= BARE; lean++) {
    smallest = { ...draft, cell: { others: 0, rows: 1, draw: 0, lean } };
    missing = draft.tokens - tokensOf(smallest);
    if (missing > (1 - MOST_OF_FACTS) * draft.tokens) break;
  }
  if (missing < 0) throw tooShort(draft, draft.tokens - missing);
  const base = draft.tokens - missing - sizeOf(lastStep(smallest, 1, 0));
  let nearest = smallest;
  let room = draft.tokens - base;
  for (let round = 0; round < ROUNDS && missing > CLOSE_ENOUGH; round++) {
    const found = filled(smallest, room, sizeOf, count);
    const left = draft.tokens - tokensOf(found);
    if (left >= 0 && left < missing) [nearest, missing] = [found, left];
    room += left;
  }
  return nearest;
};

/** Adds other results until they nearly have the wanted tokens. */
function filled(
  draft: Fitting<HistoryCase>,
  room: number,
  sizeOf: (turns: readonly Turn[]) => number,
  count: (text: string) => number,
): Fitting<HistoryCase> {
  let others = 0;
  let rest = room;
  for (;;) {
    const next = sizeOf(otherStep(draft, others));
    if (rest - next < LEAST_LAST) break;
    rest -= next;
    others++;
  }
  const leftBy = (rows: number, draw: number) => rest - sizeOf(lastStep(draft, rows, draw));
  // Each unit is counted once alone, which is nearly what it takes among the others.
  let most = 1;
  let free = leftBy(1, 0);
  for (const unit of lastUnits(draft)) {
    free -= count(`${unit}\n`);
    if (free < 0) break;
    most++;
  }
  while (most > 1 && leftBy(most, 0) < 0) most--;
  const first = count(lastUnit(draft, 0));
  const tried = Array.from({ length: Math.min(most, FEWER) }, (_, i) => {
    return { rows: most - i, left: leftBy(most - i, 0) };
  });
  const last = nearestDraw(
    DRAWS,
    { made: { rows: most, draw: 0 }, left: tried[0]!.left },
    (number) => {
      const { rows, left } = tried[Math.floor(number / UNITS) % tried.length]!;
      const made = { rows, draw: number };
      // Only a unit that is about as long as what is missing is counted in its place.
      const about = left + first - count(lastUnit(draft, number));
      const isNear = about > -CLOSE_ENOUGH && about < 2 * CLOSE_ENOUGH;
      return { made, left: isNear ? leftBy(rows, number) : -1 };
    },
  );
  return { ...draft, cell: { ...draft.cell, others, ...last } };
}

function tooShort({ tokens, task: name }: Fitting<HistoryCase>, needed: number): UserError {
  return new UserError(
    `agentHistory: \`lengths\` has ${tokens}, but the facts of \`${name}\` with the question and the reserve ` +
      `take ${needed} tokens. Use longer prompts, fewer \`keys\` or \`updates\`, or a smaller \`reserve\`.`,
  );
}

export function describe(theCase: HistoryCase): Parts {
  const { task: name, evidence, updates, hops, given, language, tokens } = theCase;
  return [
    'Agent history',
    name,
    `${evidence} ${name === 'log' ? 'runs' : 'keys'}`,
    updates !== undefined && `${updates} updates`,
    hops !== undefined && `${hops} hops`,
    given && given,
    languageName(language),
    `${tokens} tokens`,
  ];
}

const LENGTHS = 8;

export function* axes(options: HistoryOptions, shared: SharedCaseFields): Generator<HistoryDraft> {
  const { tasks, keys: evidence, controls = [], compact = [], seeds } = options;
  const cell = { others: 0, rows: 1, draw: 0, lean: 0 };
  for (const seed of seeds) {
    for (const name of tasks) {
      for (const variant of variantsOf(name, options)) {
        const base = {
          task: name,
          ...shared,
          evidence,
          ...variant,
        } as const;
        for (const tokens of lengthsOf(options, LENGTHS)) {
          yield { ...base, tokens, seed, cell };
          for (const compaction of compact) {
            if (!compaction.provider)
              yield { ...base, compact: compaction.name, tokens, seed, cell };
          }
          if (!controls.includes('flat')) continue;
          yield { ...base, given: 'flat', control: true, tokens, seed, cell };
        }
        for (const given of ['changes', 'facts'] as const) {
          // Nothing of a log is replaced.
          if (!controls.includes(given) || (given === 'facts' && name === 'log')) continue;
          yield { ...base, given, control: true, size: given, seed, cell };
        }
      }
    }
  }
}

function variantsOf(name: HistoryTask, { updates: all, hops }: HistoryOptions) {
  if (name === 'log') return [{}];
  return all.flatMap((updates) =>
    name === 'conflict' ? hops.map((steps) => ({ updates, hops: steps })) : [{ updates }],
  );
}
