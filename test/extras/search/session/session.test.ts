import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { askingSide } from '../../../../src/commands/asking-door.js';
import { Session, type SessionRequest } from '../../../../src/extras/search/session/session.js';
import { temporaryFolder } from '../../../e2e/promptfoo.js';
import { imagine, toResult } from '../../../measuring/results/rows-for-tests.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const ASKING = { half: askingSide, onStart: () => {}, lanes: 4, delay: 0 };
const REQUEST: SessionRequest = {
  ...{ purpose: 'search', configs: [], args: [], providers: ['reader'], times: 1 },
  request: { round: '0', prompts: [] },
};

describe('a session', () => {
  it('reads what its file has more than before, and waits for answers that are being stored', async () => {
    const rows = imagine('reader', () => 1, { lengths: [4000], seeds: 3 });
    const [first, second, third] = rows.map((row) => JSON.stringify(toResult(row)));
    const file = join(folder.path, 'results.jsonl');
    const child = new EventEmitter() as ChildProcess;
    const process = { child, ended: new Promise(() => {}) };
    const session = Reflect.construct(Session, [file, askingSide, process]) as Session;
    const answered = (count: number) =>
      child.emit('message', { open: 0, answered: count, received: 0, done: [] });
    const ids = async () => (await session.rows()).map(({ id }) => id);
    expect(await ids()).toEqual([]);
    appendFileSync(file, `${first}\n${second!.slice(0, 100)}`);
    answered(1);
    expect(await ids()).toEqual([rows[0]!.id]);
    answered(3);
    const late = ids();
    appendFileSync(file, `${second!.slice(100)}\n${third}\n`);
    expect(await late).toEqual(rows.map(({ id }) => id));
  });

  it('is refused where the config would end tests that wait', async () => {
    const started = Session.start('none', REQUEST, { ...ASKING, timeoutMs: 60_000 });
    await expect(started).rejects.toThrow(
      '`timeoutMs: 60000` in the config would end prompts that wait for their turn. Set PROMPTFOO_EVAL_TIMEOUT_MS instead',
    );
  });
});
