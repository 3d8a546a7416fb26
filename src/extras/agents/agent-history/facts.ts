/** Draws what a history is about: facts by seed, in order, and what is known after them. */
import seedrandom from 'seedrandom';
import { kept } from '../../../base/kept.js';
import { Latest } from '../../../base/latest.js';
import { oneOf, shuffled } from '../../../base/shuffle.js';
import { fillFormat } from '../../../benchmarks/fill-format.js';
import { mostThatFit } from '../../../benchmarks/lengths.js';
import type { Sought } from '../../../benchmarks/reading.js';
import type { Case, CaseDraft, Cell } from '../../../contract/case.js';
import type { HistoryTask } from './options.js';
import { type HistoryWords, type KindName, loadHistoryWords } from './words.js';

interface HistoryCell extends Cell {
  /** How many results have nothing to do with the question. */
  others: number;
  /** How many units of text the last of them has, which makes up the length; and which of several is its last one. */
  rows: number;
  draw: number;
  /** How often what stands around the facts is halved; `BARE` is nothing. */
  lean: number;
}

export interface HistoryCase extends Case {
  task: HistoryTask;
  /** How many codes, bins, rules or runs it is about. */
  evidence: number;
  /** How often each of them is replaced; not of `log`. */
  updates?: number;
  /** Of `conflict`: how many facts an answer takes. */
  hops?: number;
  cell: HistoryCell;
}

/** The value of `lean` at which nothing stands around a fact. */
export const BARE = 5;

export type HistoryDraft = CaseDraft<HistoryCase>;

export interface Fact extends Pick<Sought, 'role'> {
  /** What it does to the value of its key; `undo` brings the one before back. */
  does: 'set' | 'add' | 'move' | 'delete' | 'undo';
  /** Nothing for what a user says: a rule. */
  kind?: KindName;
  key: string;
  value: string;
  /** Of a move: where to. */
  other?: string;
  /** Where it stands among the results, from 0 to 1. */
  place: number;
}

/** Describes one line of the answer. */
interface AskedLine {
  /** What the line begins with. */
  label: string;
  question: string;
  /** The answer by what is known: the values of each key, the last one last. */
  read(known: Known): string | undefined;
  /** Of an answer over several hops: the key whose value it is. */
  from?(known: Known): string | undefined;
}

export interface WantedLine extends AskedLine {
  truth: string;
  /** What the answer was before, the oldest first. */
  older: readonly string[];
  /** What a tool says that it is. */
  baits: readonly string[];
  /** Number of the fact that decides it, and of the first one that one has to know for it. */
  decidedBy: number;
  neededFrom: number;
}

interface World {
  facts: readonly Fact[];
  /** In the order in which they are decided. */
  wanted: readonly WantedLine[];
}

type Known = Map<string, string[]>;

const latest = new Latest<World>(8);

/** Draws the world of a Case, which does not depend on its length. */
export function worldOf(draft: HistoryDraft): World {
  const { task, language, seed, evidence, updates = 0, hops = 1 } = draft;
  const key = JSON.stringify([task, language, seed, evidence, updates, hops]);
  return kept(latest, key, () => {
    const random = seedrandom(`agent-history/${task}/${seed}`);
    const drawer = new Drawer(loadHistoryWords(language), seed, random);
    const drawn = DRAWN[task](drawer, { keys: evidence, updates, hops });
    const facts = drawn.flatMap((part) => part.facts).sort((a, b) => a.place - b.place);
    const lines = drawn.flatMap((part) => part.lines);
    return { facts, wanted: wantedOf(lines, facts) };
  });
}

/** Applies facts in order and returns all values of each key. */
export function knownAfter(facts: Iterable<Fact>, known: Known = new Map()): Known {
  const put = (key: string, value: string) => known.set(key, [...(known.get(key) ?? []), value]);
  const held = (key: string) => Number(known.get(key)?.at(-1) ?? 0);
  for (const { does, key, value, other } of facts) {
    if (does === 'undo') known.set(key, known.get(key)?.slice(0, -1) ?? []);
    else if (does === 'set' || does === 'delete') put(key, value);
    // Of what was never seen to be there nothing is known.
    else if (known.has(key)) put(key, `${held(key) + (does === 'add' ? 1 : -1) * Number(value)}`);
    if (other !== undefined && known.has(other)) put(other, `${held(other) + Number(value)}`);
  }
  return known;
}

/** Leaves out what a tool asks for. */
export function trueOf(facts: readonly Fact[]): Fact[] {
  return facts.filter(({ role }) => role !== 'bait');
}

function wantedOf(lines: readonly AskedLine[], facts: readonly Fact[]): WantedLine[] {
  const known: Known = new Map();
  const past = lines.map((): { value: string; by: number }[] => []);
  facts.forEach((fact, by) => {
    if (fact.role === 'bait') return;
    knownAfter([fact], known);
    lines.forEach(({ read }, i) => {
      const value = read(known);
      if (value !== undefined && value !== past[i]!.at(-1)?.value) past[i]!.push({ value, by });
    });
  });
  const asFirst = knownAfter(facts.filter(({ role }) => role === undefined));
  const isReplaced = facts.some(({ role }) => role === 'change');
  return lines
    .map((line, i) => {
      const { value: truth, by } = past[i]!.at(-1)!;
      // Whoever takes first values all along gets an answer that may never have held.
      const first = line.read(asFirst);
      const values = past[i]!.map(({ value }) => value);
      const former = known.get(line.from?.(known) ?? '') ?? [];
      const older = [...(first === undefined ? [] : [first]), ...former, ...values];
      return {
        ...line,
        truth,
        decidedBy: by,
        neededFrom: mostThatFit(0, facts.length, (from) =>
          line.read(knownAfter(trueOf(facts.slice(from)))) === truth ? 0 : -1,
        ),
        older: isReplaced ? [...new Set(older)].filter((value) => value !== truth) : [],
        baits: facts.flatMap(({ role, key, value }) =>
          role === 'bait' && key === line.label ? value : [],
        ),
      };
    })
    .sort((a, b) => a.decidedBy - b.decidedBy);
}

/** One code in seven is for what is asked. The others are for unrelated results. */
const KINDS_OF_CODES = 7;

/** Draws codes and values. */
export class Drawer {
  private readonly used = new Set<string>();

  constructor(
    readonly words: HistoryWords,
    readonly seed: number,
    readonly random: () => number,
    /** Whether it is for what is asked, and gives each code once. */
    private readonly isAsked = true,
  ) {}

  number(least: number, most: number): number {
    return least + Math.floor(this.random() * (most - least + 1));
  }

  code(kind: KindName): string {
    const reserved = ((this.seed % KINDS_OF_CODES) + KINDS_OF_CODES) % KINDS_OF_CODES;
    for (;;) {
      const step = this.isAsked
        ? reserved
        : (reserved + this.number(1, KINDS_OF_CODES - 1)) % KINDS_OF_CODES;
      const code = `${this.words.kinds[kind].prefix}${KINDS_OF_CODES * this.number(143, 1427) + step}`;
      if (this.isAsked && this.used.has(code)) continue;
      this.used.add(code);
      return code;
    }
  }

  value(kind: KindName): string {
    const { name, first, last, ledger } = this.words;
    switch (this.words.kinds[kind].value) {
      case 'name':
        return name
          .replace('{first}', oneOf(first, this.random))
          .replace('{last}', oneOf(last, this.random));
      case 'number':
        return `${this.number(1, 999)}`;
      case 'server':
      case 'file':
        return this.code(this.words.kinds[kind].value as KindName);
      case 'servers':
        return Array.from({ length: this.number(1, 4) }, () => this.code('server')).join(', ');
      case 'entry':
        return ledger[oneOf(['set', 'add'] as const, this.random)].replace(
          '{n}',
          `${this.number(1, 400)}`,
        );
    }
  }

  /** Different values. */
  values(kind: KindName, amount: number): string[] {
    const values = new Set<string>();
    while (values.size < amount) values.add(this.value(kind));
    return [...values];
  }

  /** Where the facts of some keys stand: the last ones all over, and those before them anywhere before. */
  places(keys: number, facts: number): number[][] {
    const last = shuffled([...Array(keys).keys()], this.random);
    return last.map((k) => {
      const end = (k + 0.1 + 0.8 * this.random()) / keys;
      const before = Array.from({ length: facts - 1 }, () => end * this.random());
      return [...before, end].sort((a, b) => a - b);
    });
  }
}

interface Amounts {
  keys: number;
  updates: number;
  hops: number;
}

interface Drawn {
  facts: Fact[];
  lines: AskedLine[];
}

/** Makes facts of one key, each of which replaces the one before. */
function replaced(
  fact: Pick<Fact, 'kind' | 'key'>,
  values: readonly string[],
  at: readonly number[],
) {
  return values.map((value, i): Fact => {
    const change = i > 0 && { role: 'change' as const };
    return { ...fact, does: 'set', value, place: at[i]!, ...change };
  });
}

/** Asks for the value of a key. */
function lineOf(key: string, question = key): AskedLine {
  return { label: key, question, read: (known) => known.get(key)?.at(-1) };
}

const LATEST: readonly KindName[] = ['order', 'item', 'ticket', 'server', 'file'];

/** Kinds along a chain of hops. */
const CHAIN: readonly KindName[] = ['ticket', 'server', 'file'];

const DRAWN: Record<HistoryTask, (drawer: Drawer, amounts: Amounts) => Drawn[]> = {
  latest(drawer, { keys, updates }) {
    return drawer.places(keys, updates + 1).map((at, i) => {
      const kind = LATEST[i % LATEST.length]!;
      const key = drawer.code(kind);
      const values = drawer.values(kind, updates + 1);
      const question = drawer.words.kinds[kind].asked.replace('{key}', key);
      return { facts: replaced({ kind, key }, values, at), lines: [lineOf(key, question)] };
    });
  },

  conflict(drawer, { keys, updates, hops }) {
    const kinds = CHAIN.slice(0, hops);
    return Array.from({ length: Math.max(1, Math.floor(keys / hops)) }, () => {
      const facts: Fact[] = [];
      const start = drawer.code('ticket');
      let key = start;
      let former: string | undefined;
      for (const kind of kinds) {
        const values = drawer.values(kind, updates + 1);
        facts.push(...replaced({ kind, key }, values, drawer.places(1, updates + 1)[0]!));
        // What a first value leads to is known, too.
        if (former !== undefined && former !== key) {
          const value = drawer.value(kind);
          facts.push({ kind, key: former, does: 'set', value, place: drawer.random() });
          former = value;
        } else former = values[0]!;
        key = values.at(-1)!;
      }
      const asked = kinds.map((kind) => drawer.words.kinds[kind].asked);
      const after = (known: Known, steps: readonly KindName[]) =>
        steps.reduce<string | undefined>((at) => known.get(at ?? '')?.at(-1), start);
      const line: AskedLine = {
        label: start,
        question: asked.reduce((inner, question) => question.replace('{key}', inner), start),
        read: (known) => after(known, kinds),
        from: (known) => after(known, kinds.slice(1)),
      };
      return { facts, lines: [line] };
    });
  },

  state(drawer, { keys, updates }) {
    const codes = Array.from({ length: keys }, () => drawer.code('bin'));
    const steps = drawer
      .places(keys, updates + 1)
      .flatMap((at, k) =>
        at.map((place, i) => ({ key: codes[k]!, place, isFirst: i === 0, isLast: i === updates })),
      )
      .sort((a, b) => a.place - b.place);
    const held: Known = new Map();
    const gone = new Set<string>();
    const facts = steps.map(({ key, place, isFirst, isLast }): Fact => {
      const others = codes.filter((code) => code !== key && held.has(code) && !gone.has(code));
      const amount = Number(held.get(key)?.at(-1) ?? 0);
      const draw = drawer.random();
      const value = `${drawer.number(100, 300)}`;
      const first: Fact = { kind: 'bin', key, place, does: 'set', value };
      const base = { ...first, role: 'change' } as const;
      let fact: Fact = { ...base, does: 'add', value: `${drawer.number(1, 60)}` };
      if (isFirst) fact = first;
      else if (isLast && draw < 0.25 && gone.size < keys / 3) {
        fact = { ...base, does: 'delete', value: drawer.words.deleted };
        gone.add(key);
      } else if (draw > 0.6 && amount > 1 && others.length > 0) {
        const value = `${drawer.number(1, Math.min(60, amount - 1))}`;
        fact = { ...base, does: 'move', value, other: oneOf(others, drawer.random) };
      }
      knownAfter([fact], held);
      return fact;
    });
    return [{ facts, lines: codes.map((key) => lineOf(key)) }];
  },

  instructions(drawer, { keys, updates }) {
    const { names } = drawer.words.rules;
    return shuffled(names, drawer.random)
      .slice(0, keys)
      .map((key, k) => {
        // One rule in three is changed and the last change taken back, one is changed, and one stays.
        const changes = k % 3 === 2 ? 0 : updates;
        const isUndone = k % 3 === 0 && updates > 0;
        const [at] = drawer.places(1, changes + 1 + Number(isUndone));
        const end = at!.at(-1)!;
        const values = drawer.values('order', changes + 2);
        const facts = replaced({ key }, values.slice(0, changes + 1), at!);
        if (isUndone) facts.push({ key, does: 'undo', value: '', role: 'change', place: end });
        else {
          const place = end + (1 - end) * drawer.random();
          const value = values.at(-1)!;
          facts.push({ key, kind: 'file', does: 'set', value, role: 'bait', place });
        }
        return { facts, lines: [lineOf(key)] };
      });
  },

  log(drawer, { keys }) {
    const key = drawer.code('check');
    const servers = Array.from({ length: keys + 2 }, () => drawer.code('server'));
    for (;;) {
      const runs = Array.from({ length: keys }, () =>
        shuffled(servers, drawer.random).slice(0, drawer.number(1, 5)),
      );
      const first = drawer.number(1, keys - 1);
      const asked = { server: servers[0]!, first, second: drawer.number(first + 1, keys) };
      if (!isTelling(runs, asked)) continue;
      const facts = runs.map((failed, i): Fact => {
        const place = (i + drawer.random()) / keys;
        const value = failed.join(', ');
        return { kind: 'check', key, does: 'set', value, place };
      });
      return [{ facts, lines: logLines(drawer.words, key, asked) }];
    }
  },
};

type Runs = readonly (readonly string[])[];

interface LogAsked {
  server: string;
  /** Numbers of runs, from 1. */
  first: number;
  second: number;
}

function logAnswers(runs: Runs, { server, first, second }: LogAsked) {
  const most = Math.max(...runs.map(({ length }) => length));
  const times = (server: string) => runs.filter((failed) => failed.includes(server)).length;
  return {
    count: [`${times(server)}`],
    most: runs.flatMap(({ length }, i) => (length === most ? `${i + 1}` : [])),
    repeated: [...new Set(runs.flat())].filter((server) => times(server) > 1),
    both: (runs[first - 1] ?? []).filter((server) => runs[second - 1]?.includes(server)),
  };
}

/** Checks that every question has an answer that cannot be guessed. */
function isTelling(runs: Runs, asked: LogAsked): boolean {
  const { count, most, repeated, both } = logAnswers(runs, asked);
  const isSome = repeated.length > 1 && repeated.length < new Set(runs.flat()).size;
  return Number(count[0]) > 1 && most.length === 1 && isSome && both.length > 0;
}

function logLines({ log }: HistoryWords, key: string, asked: LogAsked): AskedLine[] {
  return (['count', 'most', 'repeated', 'both'] as const).map((name) => ({
    label: log[name].name,
    question: fillFormat(log[name].asked, {
      ...{ key, server: asked.server },
      ...{ first: `${asked.first}`, second: `${asked.second}` },
    }),
    read: (known) => {
      const runs = (known.get(key) ?? []).map((value) => value.split(', '));
      return logAnswers(runs, asked)[name].join(', ') || undefined;
    },
  }));
}
