/** The house: two halves and a contract. Which room may import which, and how much is read with a file. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url));

const BELOW = ['contract', 'base'];

/** What a prompt and a score are made of. */
const BENCHMARKS = ['benchmarks', 'options', 'answers', 'haystack', ...BELOW];

/** From results to facts, with the ways to write them. */
const FACTS = ['facts', 'results', 'document', 'statistics'].map((name) => `measuring/${name}`);

const MEASURING = [
  ...FACTS,
  ...['verdicts', 'report', 'planning'].map((name) => `measuring/${name}`),
];

/** The arrows: what each room may import, besides itself. */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  base: [],
  contract: ['base'],
  answers: BELOW,
  haystack: BELOW,
  options: ['haystack', ...BELOW],
  benchmarks: BENCHMARKS,
  providers: BENCHMARKS,
  generators: BENCHMARKS,
  assertions: ['generators', ...BENCHMARKS],
  'measuring/statistics': ['base'],
  'measuring/document': ['measuring/statistics', ...BELOW],
  'measuring/results': ['measuring/document', 'measuring/statistics', ...BELOW],
  'measuring/facts': [...FACTS, ...BELOW],
  // Neither of the other: what both say is a fact, and how both look is a document.
  'measuring/verdicts': [...FACTS, ...BELOW],
  'measuring/report': [...FACTS, ...BELOW],
  // The power of a gate is the gate itself, with answers that are imagined.
  'measuring/planning': ['measuring/verdicts', ...FACTS, ...BELOW],
  'extras/agents': BENCHMARKS,
  'extras/more-benchmarks': BENCHMARKS,
  'extras/stretch': [...MEASURING, 'haystack', ...BELOW],
  'extras/search': [...MEASURING, ...BELOW],
  'extras/history': [...MEASURING, ...BELOW],
};

/** The two files below the commands that import extras, and which: benchmarks, and what shortens the history of an agent. */
const REGISTRY: Readonly<Record<string, readonly string[]>> = {
  'benchmarks/all.ts': ['extras/agents', 'extras/more-benchmarks'],
  'generators/shortening.ts': ['extras/agents'],
};

/** Lines that import an extra, at most: so little is left to mend where its folder is deleted. */
const HINGES: Readonly<Record<string, number>> = {
  'extras/history': 2,
  'extras/stretch': 3,
};

/** The most lines that are reached from a file through imports of values, its own among them. */
const REACH: Readonly<Record<string, number>> = {
  'measuring/facts/evaluation/evaluation.ts': 1500,
  'measuring/verdicts/gate/gate.ts': 7670,
  'extras/search/next-prompts.ts': 2910,
};

/** The door from commands that measure to the half that makes prompts: who opens it, what is behind it, and how much. */
const DOOR = { from: 'commands/asking-door.ts', to: 'commands/asking-side.ts', most: 26_530 };

/** The door from the gate to what sends prompts, which `gate --run` opens; it is counted by itself. */
const SENDING = 'commands/gate-run.ts';

/** The most lines that are reached from each command, what is behind the doors left out. */
const COMMANDS: Readonly<Record<string, number>> = {
  baseline: 9_040,
  gate: 23_560,
  // What sends prompts, behind a door of its own.
  'gate-run': 18_960,
  history: 19_170,
  init: 26_420,
  plan: 15_670,
  report: 27_550,
  search: 17_410,
  show: 9_250,
  stretch: 15_050,
};

/** Commands that take results and make no prompts themselves. */
const MEASURE = [
  ...['baseline', 'gate', 'gate-run', 'history'],
  ...['plan', 'report', 'search', 'show'],
];

const texts = new Map(
  readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => [file.split(sep).join('/'), readFileSync(join(SOURCES, file), 'utf8')]),
);

/** The files that a file imports: statically or dynamically, or to pass them on. */
function importsOf(file: string, code: string): string[] {
  const found = code.matchAll(/\b(?:from|import)\s*\(?\s*(['"])(\.[^'"]*)\1/g);
  return [...found].map(([, , path]) =>
    posix.join(posix.dirname(file), path!).replace(/\.js$/, '.ts'),
  );
}

const codes = new Map(
  [...texts].map(([file, text]) => [file, text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')]),
);

const imports = new Map([...codes].map(([file, code]) => [file, importsOf(file, code)]));

/** The same without types, which nothing has to be read for. */
const values = new Map(
  [...codes].map(([file, code]) => [
    file,
    importsOf(file, code.replace(/^(?:im|ex)port type [^;]*;$/gm, '')),
  ]),
);

/** The room of a file: its folder, in the measuring half and among the extras the one below it; a file without a folder has none. */
function roomOf(file: string): string | undefined {
  const [folder = '', inner, ...more] = file.split('/');
  if (inner === undefined) return undefined;
  return ['measuring', 'extras'].includes(folder) && more.length > 0
    ? `${folder}/${inner}`
    : folder;
}

function reachedFrom(file: string, through = values): Set<string> {
  const reached = new Set([file]);
  for (const one of reached) for (const other of through.get(one) ?? []) reached.add(other);
  return reached;
}

/** What is read with a command that does not open the door. */
function reachedByCommand(name: string): Set<string> {
  const file = `commands/${name}.ts`;
  const behind: [string, string[]][] = file === SENDING ? [] : [[SENDING, []]];
  return reachedFrom(file, new Map([...values, [DOOR.from, []], ...behind]));
}

/** How many lines files have together. */
function linesOf(files: Iterable<string>): number {
  return [...files].reduce((sum, file) => sum + texts.get(file)!.split('\n').length - 1, 0);
}

/** Readers of what other programs write: each is read for itself, by who has such a file. */
const FORMATS = /^extras\/agents\/(?:own-history\/sessions\/|messages\.ts$)/;

/** Sessions are made safe to send, too, and shortened as the user says: masking, secrets and compactions are 500 lines. */
const MOST_REACHED: Readonly<Record<string, number>> = {
  'extras/agents/own-history/index.ts': 4150,
  'extras/agents/agent-history/index.ts': 3330,
};

/** The file of each benchmark that declares it. */
const BENCHMARK_FILES = imports.get('benchmarks/all.ts')!;

describe('the house', () => {
  it('has at most 12 folders and 6 files, and a first page in each', () => {
    const entries = readdirSync(SOURCES, { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    expect(folders.length).toBeLessThanOrEqual(12);
    expect(entries.length - folders.length).toBeLessThanOrEqual(6);
    const rooms = [...folders, ...Object.keys(ARROWS)];
    expect(rooms.filter((room) => !existsSync(join(SOURCES, room, 'README.md')))).toEqual([]);
  });

  it('knows every file that is imported', () => {
    const unknown = [...imports].flatMap(([file, own]) =>
      own.filter((one) => !texts.has(one)).map((one) => `${file}: ${one}`),
    );
    expect(unknown).toEqual([]);
    expect([...imports.values()].flat().length).toBeGreaterThan(1000);
  });

  it('imports from one room into another only where that is allowed', () => {
    const against = [...imports].flatMap(([file, own]) => {
      const room = roomOf(file);
      // Commands, the hook and the package's index hand the halves to each other.
      if (room === undefined || room === 'commands') return [];
      const allowed = [room, ...(ARROWS[room] ?? []), ...(REGISTRY[file] ?? [])];
      return own
        .filter((one) => !allowed.includes(roomOf(one) ?? 'no room'))
        .map((one) => `${file} imports ${one}`);
    });
    expect(against).toEqual([]);
  });

  it('imports extras only in commands, the index and the registry', () => {
    const inside = [...imports].flatMap(([file, own]) => {
      const room = roomOf(file);
      if (file === 'index.ts' || room === 'commands' || room?.startsWith('extras/')) return [];
      return own.filter((one) => one.startsWith('extras/')).map((one) => `${file}: ${one}`);
    });
    expect(inside.filter((line) => !(line.split(': ')[0]! in REGISTRY))).toEqual([]);
    const extras = new Set(Object.keys(ARROWS).filter((room) => room.startsWith('extras/')));
    const between = [...extras].flatMap((room) => ARROWS[room]!.filter((one) => extras.has(one)));
    expect(between).toEqual([]);
  });

  it.each(Object.entries(HINGES))('holds %s by at most %i imports', (room, most) => {
    const hinges = [...imports].flatMap(([file, own]) =>
      file.startsWith(`${room}/`) ? [] : own.filter((one) => one.startsWith(`${room}/`)),
    );
    expect(hinges.length).toBeGreaterThan(0);
    expect(hinges.length).toBeLessThanOrEqual(most);
  });

  it('has no two files that reach each other', () => {
    const circles = [...texts.keys()].filter((file) =>
      imports.get(file)!.some((one) => reachedFrom(one, imports).has(file)),
    );
    expect(circles).toEqual([]);
  });

  it('keeps the contract small', () => {
    const contract = [...texts.keys()].filter((file) => roomOf(file) === 'contract');
    // Both halves read conditions of an answer, and the Case behind the reference to its prompt: 40 lines each.
    expect(linesOf(contract)).toBeLessThanOrEqual(940);
  });

  it.each(BENCHMARK_FILES)('reads %s with at most 3500 lines', (file) => {
    const own = [...reachedFrom(file)].filter((one) => !FORMATS.test(one));
    expect(linesOf(own)).toBeLessThanOrEqual(MOST_REACHED[file] ?? 3500);
  });

  it('has benchmarks of one short file, so that the declaration is known to be enough', () => {
    const short = BENCHMARK_FILES.filter((file) => {
      const folder = `${posix.dirname(file)}/`;
      return linesOf([...texts.keys()].filter((one) => one.startsWith(folder))) <= 140;
    });
    expect(short.length).toBeGreaterThanOrEqual(3);
  });

  it('has benchmarks that are told what an answer says, and do not read it', () => {
    const told = ['answers/answer.ts', 'answers/doubts.ts'];
    const reading = [...imports].flatMap(([file, own]) =>
      ['benchmarks', 'extras/agents', 'extras/more-benchmarks'].includes(roomOf(file) ?? '')
        ? own.filter((one) => roomOf(one) === 'answers' && !told.includes(one))
        : [],
    );
    expect(reading).toEqual([]);
  });

  it.each(Object.entries(COMMANDS))('reads the command %s with at most %i lines', (name, most) => {
    expect(linesOf(reachedByCommand(name))).toBeLessThanOrEqual(most);
  });

  it('has one door from commands that measure to the half that makes prompts', () => {
    const made = ['extras/agents', 'extras/more-benchmarks'];
    const asking = ['assertions', 'providers', 'generators', ...made, ...BENCHMARKS];
    const own = asking.filter((room) => !['contract', 'base'].includes(room));
    const around = MEASURE.flatMap((name) =>
      [...reachedByCommand(name)].filter((file) => own.includes(roomOf(file) ?? '')),
    );
    expect(around).toEqual([]);
    const opening = [...values].filter(([, files]) => files.includes(DOOR.to));
    expect(opening.map(([file]) => file)).toEqual([DOOR.from]);
    expect(codes.get(DOOR.from)).toMatch(/\bimport\('\.\/asking-side\.js'\)/);
    expect(linesOf(reachedFrom(DOOR.to))).toBeLessThanOrEqual(DOOR.most);
  });

  it.each(Object.entries(REACH))('reads %s with at most %i lines', (file, most) => {
    expect(linesOf(reachedFrom(file))).toBeLessThanOrEqual(most);
  });
});
