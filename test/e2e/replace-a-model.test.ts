/** Both examples of docs/replace-a-model.md as they are typed: promptfoo, its import, baseline and gate. */
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ours } from './command.js';
import { environment, Project, promptfooEntry, ROOT, run } from './promptfoo.js';

const project = new Project();
afterAll(() => project.remove());

const cli = (...args: string[]) => ours(project, args);

async function promptfoo(args: readonly string[], variables: NodeJS.ProcessEnv = {}) {
  const env = { ...environment(project.state), ...variables };
  return run(process.execPath, [promptfooEntry(ROOT), ...args], { cwd: project.path, env });
}

const EVAL = ['eval', '--no-cache', '--repeat', '3', '--no-table', '--no-progress-bar'];

describe('a model that is replaced', () => {
  it('is compared with its successor in one file, the tests that changed first', async () => {
    cpSync(join(ROOT, 'examples', 'replace-a-model'), project.path, { recursive: true });
    await promptfoo([...EVAL, '-o', 'models.json']);
    const compare = ['--baseline', 'models.json', '--compare', 'old model=new model'];
    const gate = await cli('gate', 'models.json', ...compare, '-o', 'junit.xml');
    expect(gate.exitCode, gate.output).toBe(1);
    expect(gate.output).toMatch(/^Failed: 2 of 10 tests broke: warranty, delivery\./m);
    expect(gate.output).toContain('Cost of 1,000 answers: $0.400 → $0.100.');
    expect(readFileSync(join(project.path, 'junit.xml'), 'utf8')).toContain(
      '<testsuites name="gate" tests="10" failures="2" ',
    );
  });
});

describe("a run of OpenAI's hosted Evals", () => {
  it('is imported, made a baseline, and compared with the same tests in promptfoo', async () => {
    cpSync(join(ROOT, 'examples', 'import'), project.path, { recursive: true });
    await run(process.execPath, ['make-export.mjs'], {
      cwd: project.path,
      env: environment(project.state),
    });
    await promptfoo(['import', 'export.jsonl']);
    const made = await cli('baseline', '--eval', 'openai-evals-run_1', '-o', 'hosted.json');
    expect(made.output).toContain('OpenAI Evals run run_1: 10 tests × 1, 100% passed');
    const gateOf = async (wrong: string) => {
      await promptfoo([...EVAL, '-o', 'moved.json'], { WRONG: wrong });
      return cli('gate', 'moved.json', '--baseline', 'hosted.json');
    };
    const same = await gateOf('');
    expect([same.exitCode, same.output]).toEqual([0, expect.stringContaining('no test broke')]);
    const fewer = await gateOf('2,3');
    expect(fewer.exitCode, fewer.output).not.toBe(0);
    expect(fewer.output).toContain('What is 2 plus 2?');
  });
});
