/** Writes facts as turns of an agent, among unrelated results. */
import seedrandom from 'seedrandom';
import { kept } from '../../../base/kept.js';
import { Latest } from '../../../base/latest.js';
import { oneOf } from '../../../base/shuffle.js';
import { fillFormat } from '../../../benchmarks/fill-format.js';
import { callId, type Turn, textOfTurn } from '../../../haystack/messages/transcript.js';
import {
  BARE,
  Drawer,
  type Fact,
  type HistoryDraft,
  knownAfter,
  trueOf,
  worldOf,
} from './facts.js';
import { type Known, Lines, type ResultKind } from './lines.js';
import { type HistoryWords, type KindName, loadHistoryWords } from './words.js';

interface WrittenFact extends Fact {
  /** What says it, as it stands in its turn. */
  text: string;
}

interface History {
  /** Without the question. */
  turns: readonly Turn[];
  facts: readonly WrittenFact[];
  /** Of each fact of the world that is told: the share of the text before it, from 0 to 1. */
  positions: readonly number[];
}

/** Turns that belong together, before their calls are numbered. */
type Step = readonly Turn[];

const latest = new Latest<History>(2);

/** Makes the history of a Case. It is kept, since task, reading and score each need it. */
export function historyOf(draft: HistoryDraft): History {
  const { task, language, seed, evidence, updates, hops, given, cell } = draft;
  const key = JSON.stringify([task, language, seed, evidence, updates, hops, given, cell]);
  return kept(latest, key, () => newHistory(draft));
}

function newHistory(draft: HistoryDraft): History {
  const words = loadHistoryWords(draft.language);
  const facts = factsTold(draft).map((fact, i) => ({
    ...fact,
    text: textOf(words, fact, i, draft),
  }));
  const others = otherSteps(draft);
  const steps: Step[] = [
    [
      { role: 'system', content: draft.given ? words.flatSystem : words.system },
      { role: 'user', content: words.begin },
    ],
  ];
  const before: number[] = [];
  let next = 0;
  let length = 0;
  const put = (step: Step) => {
    steps.push(step);
    for (const turn of step) length += textOfTurn(turn).length;
  };
  facts.forEach((fact, i) => {
    for (; next < Math.floor(fact.place * (others.length + 1)); next++) put(others[next]!);
    const step = factStep(words, fact, i, draft);
    before.push(length + charactersBefore(step, fact.text));
    put(step);
  });
  for (; next < others.length; next++) put(others[next]!);
  return {
    turns: numbered(steps),
    facts,
    positions: before.map((at) => at / Math.max(1, length)),
  };
}

/** Counts the characters of a step before a fact. */
function charactersBefore(step: Step, text: string): number {
  let length = 0;
  for (const turn of step) {
    const content = textOfTurn(turn);
    const at = turn.role === 'call' ? -1 : content.indexOf(text);
    if (at >= 0) return length + at;
    length += content.length;
  }
  return length;
}

/** Returns every fact, or for the control `facts` only what holds in the end. */
function factsTold(draft: HistoryDraft): readonly Fact[] {
  const { facts } = worldOf(draft);
  if (draft.given !== 'facts') return facts;
  const told = trueOf(facts);
  const known = knownAfter(told);
  const { deleted } = loadHistoryWords(draft.language);
  return [...new Map(told.map((fact) => [fact.key, fact])).values()].map(
    ({ kind, key, place }): Fact => {
      const value = known.get(key)!.at(-1)!;
      const does = value === deleted ? 'delete' : 'set';
      return { ...(kind && { kind }), does, key, value, place };
    },
  );
}

/** Writes a fact: as a sentence of the user, a note in a file, or a row of a result. */
function textOf(words: HistoryWords, fact: Fact, number: number, { seed }: HistoryDraft): string {
  const { kind, does, key, value, role, other = '' } = fact;
  const { rules, ledger } = words;
  if (role === 'bait') return fillFormat(rules.bait, { key, value });
  if (kind === undefined) {
    const form = does === 'undo' ? rules.undo : role === 'change' ? rules.change : rules.set;
    return fillFormat(form, { key, value });
  }
  const entry = kind === 'bin' && does !== 'undo' && fillFormat(ledger[does], { n: value, other });
  return row(words, kind, {
    key,
    value: entry || value,
    no: `${number + 1}`,
    random: seedrandom(`agent-history/row/${seed}/${number}`),
  });
}

interface Row {
  key: string;
  value: string;
  no: string;
  random: () => number;
}

/** Writes the value of a key as a row, in one of several forms. */
function row({ words, kinds }: HistoryWords, kind: KindName, { random, ...values }: Row): string {
  return oneOf(kinds[kind].rows, random).replace(/\{(\w+)\}/g, (place, name: string) => {
    if (name === 'n') return `${1 + Math.floor(random() * 99)}`;
    if (name === 'word') return oneOf(words, random);
    return values[name as keyof typeof values] ?? place;
  });
}

function factStep(
  words: HistoryWords,
  fact: WrittenFact,
  number: number,
  draft: HistoryDraft,
): Step {
  const { kind, key, text, role } = fact;
  const worker = new Worker(words, draft, `fact/${number}`, `fact/${phaseOf(number)}`);
  const isBare = isBareDraft(draft);
  if (kind === undefined) {
    const said: Turn[] = [
      { role: 'user', content: text },
      { role: 'assistant', content: words.rules.noted },
    ];
    return isBare ? said : [...said, ...turnsOf([worker.edit(shareAround(draft))])];
  }
  // A note stands in a file that nothing is asked about.
  const asked = role === 'bait' ? `${words.kinds.file.prefix}notes` : key;
  if (isBare) {
    const { tool, parameter } = words.kinds[kind];
    return turnsOf([{ tool, arguments: { [parameter]: asked }, lines: [text] }]);
  }
  return worker.around(kind, asked, text, shareAround(draft));
}

/** Returns how much stands around a fact, as a share of what does in a long history. */
function shareAround({ cell }: HistoryDraft): number {
  // Results of an earlier version have Cases without it, of which the edition says that they are others.
  return 1 / 2 ** (cell.lean ?? 0);
}

function isBareDraft({ given, cell }: HistoryDraft): boolean {
  return given === 'changes' || given === 'facts' || cell.lean === BARE;
}

/** A call with what comes back. */
interface Work {
  tool: string;
  arguments: Readonly<Record<string, string>>;
  lines: readonly string[];
}

/** Writes calls that are made at once, then their results. */
function turnsOf(works: readonly Work[]): Step {
  return [
    ...works.map(
      ({ tool, arguments: given }): Turn => ({ role: 'call', id: '', tool, arguments: given }),
    ),
    ...works.map(
      ({ tool, lines }): Turn => ({ role: 'result', id: '', tool, content: lines.join('\n') }),
    ),
  ];
}

/**
 * Lengths in characters as recorded sessions of agents have them: many short ones, and some that are very long. From
 * one number to the next are as many of them.
 */
const RESULT = [
  35, 55, 80, 105, 125, 145, 170, 210, 250, 290, 330, 380, 450, 550, 700, 950, 1400, 2300, 4300,
  9000, 28_000,
];
const BEFORE_FACT = [40, 120, 190, 260, 340, 420, 540, 740, 1300, 3000, 8000];
const EDIT = [30, 80, 140, 220, 320, 480, 800, 1600];

/**
 * What an agent is doing for a while: in one phase it reads whole files, in another it tries small things. For each
 * phase one of each list is drawn.
 */
const MANNERS = {
  // How long results and what is put into files are, out of the usual lengths.
  results: [0.7, 1, 1.5, 3, 6],
  edits: [0.7, 1.5, 3, 6],
  // How often it says something before a call, twice beyond 1, and how often it makes another call with it.
  says: [0.3, 0.7, 1, 1.7],
  parallel: [0, 0, 0, 0.02, 0.15],
  // How often a line has the form of an earlier one.
  repeats: [0, 0.1, 0.2, 0.5],
};

type Manner = Record<keyof typeof MANNERS, number>;

/** Steps of one phase. */
const PHASE = 12;

const phaseOf = (step: number) => `phase/${Math.floor(step / PHASE)}`;

function mannerBy(random: () => number): Manner {
  const drawn = Object.entries(MANNERS).map(([part, some]) => [part, oneOf(some, random)]);
  return Object.fromEntries(drawn) as Manner;
}

/** Probability that an edit follows a look-up. */
const EDITS = 0.35;

/** Probability that a call fails, and that a row stands next to a unit of a result. */
const ERRORS = 0.05;
const ROWS = 0.2;

/** Steps between messages of the user. */
const TALK = 9;

const KINDS: readonly KindName[] = ['order', 'item', 'ticket', 'server', 'file', 'check', 'bin'];

/** What an agent does besides what is asked, each as often as it is listed. */
const WORKS = ['edit', 'edit', 'run', 'run', 'run', 'open', 'search', 'look', 'look'] as const;

const known = new Latest<Known>(4);

/** Writes the steps of an agent. */
class Worker {
  private readonly random: () => number;
  private readonly drawer: Drawer;
  private readonly manner: Manner;
  readonly lines: Lines;

  constructor(
    private readonly words: HistoryWords,
    draft: HistoryDraft,
    name: string,
    phase: string,
  ) {
    const of = (part: string) => seedrandom(`agent-history/${draft.seed}/${part}`);
    this.random = of(name);
    this.drawer = new Drawer(words, draft.seed, this.random, false);
    const about = kept(known, `${words.system}/${draft.seed}`, () =>
      new Lines(words, of('known')).some(),
    );
    this.manner = mannerBy(of(`manner/${phase}`));
    this.lines = new Lines(words, this.random, about, this.manner.repeats);
  }

  /** Something that has nothing to do with what is asked. */
  other(number: number, mayTalk: boolean): Step {
    const works = [this.work()];
    if (this.random() < this.manner.parallel) works.push(this.work());
    const talk: Turn[] = [{ role: 'user', content: this.lines.write('ask') }];
    return [
      ...(number % TALK === 4 && mayTalk ? talk : []),
      ...(mayTalk ? this.says() : []),
      ...turnsOf(works),
    ];
  }

  /** A look-up whose result has a line somewhere in it, and what goes with it. */
  around(kind: KindName, key: string, text: string, share: number): Step {
    const before = share * this.size(BEFORE_FACT);
    const lines = [
      ...this.linesOf(kind, before),
      text,
      ...this.linesOf(kind, 0.7 * before * this.random()),
    ];
    const works = [this.lookUp(kind, key, lines)];
    if (this.random() < this.manner.parallel) works.push(this.edit(share));
    const isMore = this.random() < EDITS * share;
    return [
      ...this.says(2 * share),
      ...turnsOf(works),
      ...(isMore ? turnsOf([this.edit(share)]) : []),
    ];
  }

  /** @param share - of the usual length */
  edit(share = 1): Work {
    const size = share * this.manner.edits;
    const code = () => this.cut('code', size * this.size(EDIT)).join('\n');
    const { tool } = this.words.tools.edit;
    const given = { path: this.lines.write('path'), old: code(), new: code() };
    return { tool, arguments: given, lines: this.cut('edit', 1) };
  }

  private says(share = 1): Turn[] {
    const { says } = this.manner;
    const content = this.lines.write('say');
    const more = this.random() < says - 1 ? [this.lines.write('say')] : [];
    return this.random() < says * share
      ? [{ role: 'assistant', content: [content, ...more].join('\n\n') }]
      : [];
  }

  private work(): Work {
    const work = oneOf(WORKS, this.random);
    if (work === 'edit') return this.edit();
    const isFailed = this.random() < ERRORS;
    const characters = Math.min(RESULT.at(-1)!, this.manner.results * this.size(RESULT));
    if (work === 'look') {
      const kind = oneOf(KINDS, this.random);
      const lines = isFailed ? this.cut('fail', 1) : this.linesOf(kind, characters);
      return this.lookUp(kind, this.drawer.code(kind), lines);
    }
    const lines = isFailed ? this.cut('fail', 1) : this.cut(work, characters);
    const write = (rule: string) => this.lines.write(rule);
    const given = {
      run: () => ({ command: write('command'), purpose: write('step') }),
      open: () => ({ path: write('path'), lines: `${write('n')}-${write('big')}` }),
      search: () => ({ pattern: write('pattern'), path: write('path') }),
    };
    return { tool: this.words.tools[work].tool, arguments: given[work](), lines };
  }

  private lookUp(kind: KindName, key: string, lines: readonly string[]): Work {
    const { tool, parameter } = this.words.kinds[kind];
    return { tool, arguments: { [parameter]: key, filter: this.lines.write('filter') }, lines };
  }

  /** Units of a result with at least a number of characters. */
  private cut(kind: ResultKind, characters: number): string[] {
    const cut: string[] = [];
    let length = 0;
    for (const unit of this.lines.units(kind)) {
      cut.push(unit);
      length += unit.length + 1;
      if (length >= characters) break;
    }
    return cut;
  }

  /** What a look-up returns: units, and between them rows on other things of the kind. */
  private linesOf(kind: KindName, characters: number): string[] {
    if (characters < 25) return [];
    return this.cut('lookup', characters).flatMap((unit) =>
      this.random() < ROWS ? [this.row(kind), unit] : [unit],
    );
  }

  private row(kind: KindName): string {
    const { drawer, random } = this;
    const key = drawer.code(kind);
    return row(this.words, kind, {
      key,
      value: drawer.value(kind),
      no: `${drawer.number(1, 99)}`,
      random,
    });
  }

  private size(quantiles: readonly number[]): number {
    const place = this.random() * (quantiles.length - 1);
    const [from, to] = [quantiles[Math.floor(place)]!, quantiles[Math.floor(place) + 1]!];
    return Math.floor(from + (place % 1) * (to - from));
  }
}

function newWorker(draft: HistoryDraft, name: string, phase = 'last'): Worker {
  return new Worker(loadHistoryWords(draft.language), draft, name, phase);
}

const others = new Latest<Step[]>(4);

/** Makes an unrelated step. The first has number 0. */
export function otherStep(draft: HistoryDraft, number: number): Step {
  const isBare = isBareDraft(draft);
  const steps = kept(others, JSON.stringify([draft.language, draft.seed, isBare]), () => []);
  steps[number] ??= newWorker(draft, `other/${number}`, phaseOf(number)).other(number, !isBare);
  return steps[number];
}

/**
 * The one that makes up a length.
 *
 * @param rows - of how many units its result is
 * @param draw - which last one it has
 */
export function lastStep(draft: HistoryDraft, rows: number, draw: number): Step {
  const { tools } = loadHistoryWords(draft.language);
  const lines: string[] = [];
  for (const unit of lastUnits(draft)) {
    if (lines.length === rows - 1) break;
    lines.push(unit);
  }
  lines.push(lastUnit(draft, draw));
  const command = newWorker(draft, 'last/command').lines.write('command');
  return turnsOf([{ tool: tools.run.tool, arguments: { command }, lines }]);
}

/** Yields the units of the last result before its last one. */
export function lastUnits(draft: HistoryDraft): Iterable<string> {
  return newWorker(draft, 'last').lines.units('run');
}

/** The last unit is made of up to this many, so that it can have any length. */
export const UNITS = 6;

export function lastUnit(draft: HistoryDraft, draw: number): string {
  const units = newWorker(draft, `last/${draw}`).lines.units('run');
  return Array.from({ length: 1 + (draw % UNITS) }, () => units.next().value).join('\n');
}

function otherSteps(draft: HistoryDraft): Step[] {
  const { others: amount, rows, draw } = draft.cell;
  if (draft.given === 'changes' || draft.given === 'facts') return [];
  return [
    ...Array.from({ length: amount }, (_, i) => otherStep(draft, i)),
    lastStep(draft, rows, draw),
  ];
}

/** Numbers calls and their results, which come in the same order within a step. */
function numbered(steps: readonly Step[]): Turn[] {
  let calls = 0;
  let results = 0;
  return steps.flat().map((turn): Turn => {
    if (turn.role === 'call') return { ...turn, id: callId(++calls) };
    return turn.role === 'result' ? { ...turn, id: callId(++results) } : turn;
  });
}

/** Writes a turn for a flat text, which has nothing that the assistant does or says. */
export function flatText({ flat }: HistoryWords, turn: Turn): string | undefined {
  switch (turn.role) {
    case 'system':
      return turn.content;
    case 'user':
      return fillFormat(flat.user, { text: turn.content });
    case 'result':
      return fillFormat(flat.result, { tool: turn.tool, text: turn.content });
    default:
      return undefined;
  }
}
