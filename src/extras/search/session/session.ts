/** One promptfoo for a whole search or `gate --run`: it evaluates for as long as there is something to send. */
import type { ChildProcess } from 'node:child_process';
import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { UserError } from '../../../base/user-error.js';
import type { AskingHalf } from '../../../contract/asking-half.js';
import {
  SEARCH_VARIABLE,
  SESSION_VARIABLE,
  type SearchRequest,
} from '../../../contract/requests.js';
import type { Row } from '../../../contract/row.js';
import { OwnResults } from '../../../measuring/results/own-results.js';
import {
  complaintOf,
  type PromptfooRun,
  runPromptfoo,
} from '../../../measuring/results/promptfoo-process.js';
import type { FromHook, Order, ToHook } from './hook.js';

/** Who evaluates, and how much at once. */
export interface Asking {
  half: AskingHalf;
  /** Is told each process of promptfoo. */
  onStart: (pid: number) => void;
  /** Calls at once, and milliseconds between two calls. */
  lanes: number;
  delay: number;
  /** The time limit of a test in the config. */
  timeoutMs?: number | undefined;
}

/** Names the configs that one evaluation of promptfoo sends, and why. */
export interface SessionRequest {
  /** What it is described as. */
  purpose: 'search' | 'gate';
  configs: readonly string[];
  args: readonly string[];
  /** The tests that promptfoo reads at first: each may become any of those that are sent. */
  request: SearchRequest;
  /** Names of providers. */
  providers: string[];
  /** How often each of the first tests may be needed. */
  times: number;
}

/** As many as no evaluation has. */
const ALL_AT_ONCE = 1_000_000;

/** Milliseconds that promptfoo has to end by itself, before it is killed. */
const END = 15_000;

/** Milliseconds between two looks for an answer that is being stored. */
const MOMENT = 10;

const NOTHING_SENT =
  'promptfoo sent none of the prompts. Check that no filter after -- leaves them out, and that every provider has the ' +
  'label that results show.';

const HOOK = fileURLToPath(new URL('./hook.js', import.meta.url));

/** An evaluation that sends what it is told to, and is open until it is ended. */
export class Session {
  /** Calls that are to be answered. */
  openCalls = 0;
  /** Whether promptfoo has come to the end of its tests, or was killed. */
  isOver = false;
  private number = 0;
  private answered = 0;
  private readonly open = new Map<number, Order>();
  private error: string | undefined;
  private received = 0;
  private hasChanged = false;
  private readonly results: OwnResults;
  /** Bytes and lines of the file that were read. */
  private readTo = 0;
  private lines = 0;
  private wake: () => void = () => {};

  private constructor(
    private readonly file: string,
    half: AskingHalf,
    private readonly process: { child: ChildProcess; ended: Promise<PromptfooRun> },
  ) {
    this.results = new OwnResults(half);
    process.child.on('message', (message) => this.hear(message as FromHook));
    const closed = () => {
      this.isOver = true;
      this.wake();
    };
    process.ended.then(closed, closed);
  }

  /**
   * Start promptfoo, and wait until it evaluates. It is an evaluation like any other: in its database and its viewer, with its
   * providers, retries and concurrency. Every answer is new: the cache would give those of an earlier run, whose prompts are
   * the same.
   *
   * @param file - where promptfoo writes each result as it comes
   * @throws {UserError} when promptfoo cannot evaluate
   */
  static async start(file: string, given: SessionRequest, asking: Asking): Promise<Session> {
    const { purpose, configs, args, request, providers, times } = given;
    const { half, onStart, lanes, delay, timeoutMs } = asking;
    if (timeoutMs !== undefined) {
      throw new UserError(
        `\`timeoutMs: ${timeoutMs}\` in the config would end prompts that wait for their turn. Set PROMPTFOO_EVAL_TIMEOUT_MS ` +
          'instead, which only `promptfoo eval` follows.',
      );
    }
    const plan = { providers, times, lanes, delay };
    let child: ChildProcess | undefined;
    const ended = runPromptfoo(
      [
        'eval',
        ...['beforeAll', 'beforeEach', 'afterEach'].flatMap((name) => [
          '-x',
          `file://${HOOK}:${name}`,
        ]),
        ...configs.flatMap((config) => ['-c', config]),
        ...['--no-table', '--no-progress-bar', '--no-cache', '-o', file],
        ...['--description', `promptfoo-counting-stars ${purpose}`],
        ...args,
        // It takes up all tests, which wait in the hook.
        ...['--max-concurrency', String(ALL_AT_ONCE), '--delay', '0'],
      ],
      {
        [SEARCH_VARIABLE]: JSON.stringify(request),
        [SESSION_VARIABLE]: JSON.stringify(plan),
        // The search judges, writes its own report, and does not share a grid among jobs.
        COUNTING_STARS_REPORT: 'off',
        COUNTING_STARS_SHARD: '',
        // A test that waits for its turn is not late.
        PROMPTFOO_EVAL_TIMEOUT_MS: '0',
        ...pythonWorkers(lanes),
        PROMPTFOO_DISABLE_TELEMETRY: '1',
        NO_COLOR: '1',
        FORCE_COLOR: '0',
      },
      (pid, started) => {
        child = started;
        onStart(pid);
      },
    );
    // It was not even started where promptfoo is not installed.
    if (!child) throw new UserError(complaintOf((await ended).output));
    const session = new Session(file, half, { child, ended });
    await session.change();
    session.hasChanged = false;
    if (session.isOver) throw await session.failure();
    return session;
  }

  /** What was sent and is not answered. */
  get underWay(): Order[] {
    return [...this.open.values()];
  }

  /** Send more; counts as under way until it is answered. */
  async send(wanted: Omit<Order, 'number'>): Promise<void> {
    this.number++;
    const own = { ...wanted, number: this.number };
    this.open.set(this.number, own);
    if (!this.isOver) this.process.child.send({ wanted: own } satisfies ToHook);
    while (this.received < this.number && !this.isOver) await this.change();
    // Whoever waits for what was answered meanwhile is to see it.
    this.hasChanged = true;
  }

  /**
   * Wait until something has changed.
   *
   * @throws {UserError} when a generator could not make what was sent
   */
  async change(): Promise<void> {
    if (!this.isOver && !this.hasChanged) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    this.hasChanged = false;
    if (this.error === undefined) return;
    await this.end();
    throw new UserError(this.error);
  }

  /** Why nothing came although promptfoo has ended. */
  async failure(): Promise<UserError> {
    const { exitCode, output } = await this.process.ended;
    return new UserError(exitCode === 0 ? NOTHING_SENT : complaintOf(output));
  }

  /** All answers so far. */
  async rows(): Promise<Row[]> {
    await this.readOn();
    while (!this.isOver && this.lines < this.answered) {
      await setTimeout(MOMENT);
      await this.readOn();
    }
    return this.results.isEmpty ? [] : this.results.of({}).rows;
  }

  /** Reads the lines that the file has more than before. */
  private async readOn(): Promise<void> {
    if (!existsSync(this.file)) return;
    const file = openSync(this.file, 'r');
    try {
      const content = Buffer.alloc(fstatSync(file).size - this.readTo);
      const end = content.subarray(0, readSync(file, content, 0, content.length, this.readTo));
      const whole = end.subarray(0, end.lastIndexOf(10) + 1);
      this.readTo += whole.length;
      for (const line of whole.toString('utf8').split('\n').slice(0, -1)) {
        this.lines++;
        await this.results.add(JSON.parse(line));
      }
    } finally {
      closeSync(file);
    }
  }

  /** End the evaluation; what came stays in promptfoo's database. */
  async end(): Promise<void> {
    const { child, ended } = this.process;
    if (!this.isOver) child.send({ end: true } satisfies ToHook);
    const late = new AbortController();
    const kill = setTimeout(END, undefined, { signal: late.signal }).then(
      () => child.kill('SIGKILL'),
      () => {},
    );
    await ended;
    late.abort();
    await kill;
  }

  private hear({ open, answered, received, done, isNothing, error }: FromHook): void {
    this.openCalls = open;
    this.answered = answered;
    this.received = received;
    this.hasChanged = true;
    for (const number of done) this.open.delete(number);
    this.error = isNothing ? NOTHING_SENT : error;
    this.wake();
  }
}

/** promptfoo starts as many processes of a Python provider as it makes calls at once. */
function pythonWorkers(lanes: number): NodeJS.ProcessEnv {
  const { PROMPTFOO_PYTHON_WORKERS = String(lanes) } = process.env;
  return { PROMPTFOO_PYTHON_WORKERS };
}
