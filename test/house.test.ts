/** The house: two halves and a contract. Which room may import which, and how much is read with a file. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url));

/** The rooms of the measuring half from the lowest; each may import those before it, the contract and the base. */
const MEASURING = [
  'statistics',
  'output',
  'document',
  'baseline',
  'results',
  'evaluation',
  'tables',
  'report',
  'ordinary',
  'stretch',
  'gate',
  'board',
  'history',
  'plan',
  'search',
  'recheck',
].map((name) => `measuring/${name}`);

const BENCHMARKS = ['benchmarks', 'options', 'answers', 'haystack', 'contract', 'base'];

/** What each room may import, besides itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  base: [],
  contract: ['base'],
  answers: ['contract', 'base'],
  haystack: ['contract', 'base'],
  options: ['haystack', 'contract', 'base'],
  benchmarks: BENCHMARKS,
  transcripts: BENCHMARKS,
  providers: ['transcripts', ...BENCHMARKS],
  generators: ['transcripts', ...BENCHMARKS],
  assertions: ['generators', 'transcripts', ...BENCHMARKS],
  ...Object.fromEntries(
    MEASURING.map((room, i) => [room, ['base', 'contract', ...MEASURING.slice(0, i)]]),
  ),
};

/** The most lines that are reached from a file through imports of values, its own among them. */
const REACH: Readonly<Record<string, number>> = {
  'measuring/evaluation/evaluation.ts': 1600,
  'measuring/gate/gate.ts': 9200,
  'measuring/search/next-prompts.ts': 3100,
};

/** The door from commands that measure to the half that makes prompts: who opens it, what is behind it, and how much. */
const DOOR = { from: 'commands/asking-door.ts', to: 'commands/asking-side.ts', most: 27_500 };

/** The most lines that are reached from each command, what is behind the door left out. */
const COMMANDS: Readonly<Record<string, number>> = {
  baseline: 10_000,
  board: 16_500,
  gate: 24_000,
  history: 20_000,
  init: 27_500,
  'own-tests': 11_000,
  plan: 18_000,
  recheck: 22_500,
  // Reports compare with a baseline as the gate does, and have stretched and ordinary tests: 9,000 lines with their words.
  // Until they are documents too, they have two ways to write a page.
  report: 31_200,
  search: 22_500,
  session: 5500,
  show: 10_000,
  stretch: 17_000,
};

/** Commands that take results and make no prompts themselves. */
const MEASURE = [
  ...['baseline', 'board', 'gate', 'history', 'own-tests'],
  ...['plan', 'recheck', 'report', 'search', 'show'],
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

/** The room of a file: its folder, in the measuring half the one below it; a file without a folder has none. */
function roomOf(file: string): string | undefined {
  const [folder, inner, ...more] = file.split('/');
  if (inner === undefined) return undefined;
  return folder === 'measuring' && more.length > 0 ? `${folder}/${inner}` : folder;
}

function reachedFrom(file: string, through = values): Set<string> {
  const reached = new Set([file]);
  for (const one of reached) for (const other of through.get(one) ?? []) reached.add(other);
  return reached;
}

/** What is read with a command that does not open the door. */
function reachedByCommand(name: string): Set<string> {
  return reachedFrom(`commands/${name}.ts`, new Map([...values, [DOOR.from, []]]));
}

/** How many lines files have together. */
function linesOf(files: Iterable<string>): number {
  return [...files].reduce((sum, file) => sum + texts.get(file)!.split('\n').length - 1, 0);
}

/** Readers of what other programs write: each is read for itself, by who has such a file. */
const FORMATS = /^benchmarks\/(?:own-history\/sessions\/|messages\.ts$)/;

/** Sessions are made safe to send, too, and shortened as the user says: masking, secrets and compactions are 500 lines. */
const MOST_REACHED: Readonly<Record<string, number>> = { 'benchmarks/own-history/index.ts': 4300 };

/** The file of each benchmark that declares it. */
const BENCHMARK_FILES = imports.get('benchmarks/all.ts')!;

describe('the house', () => {
  it('has at most 12 folders and 6 files, and a first page in each', () => {
    const entries = readdirSync(SOURCES, { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    expect(folders.length).toBeLessThanOrEqual(12);
    expect(entries.length - folders.length).toBeLessThanOrEqual(6);
    const rooms = [...folders, ...MEASURING];
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
      const allowed = [room, ...(MAY_IMPORT[room] ?? [])];
      return own
        .filter((one) => !allowed.includes(roomOf(one) ?? 'no room'))
        .map((one) => `${file} imports ${one}`);
    });
    expect(against).toEqual([]);
  });

  it('has no two files that reach each other', () => {
    const circles = [...texts.keys()].filter((file) =>
      imports.get(file)!.some((one) => reachedFrom(one, imports).has(file)),
    );
    expect(circles).toEqual([]);
  });

  it('keeps the contract small', () => {
    const contract = [...texts.keys()].filter((file) => roomOf(file) === 'contract');
    // Conditions of an answer are what both halves speak of too: 40 lines.
    expect(linesOf(contract)).toBeLessThanOrEqual(900);
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
      roomOf(file) === 'benchmarks'
        ? own.filter((one) => roomOf(one) === 'answers' && !told.includes(one))
        : [],
    );
    expect(reading).toEqual([]);
  });

  it.each(Object.entries(COMMANDS))('reads the command %s with at most %i lines', (name, most) => {
    expect(linesOf(reachedByCommand(name))).toBeLessThanOrEqual(most);
  });

  it('has one door from commands that measure to the half that makes prompts', () => {
    const asking = ['assertions', 'providers', 'generators', 'transcripts', ...BENCHMARKS];
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
