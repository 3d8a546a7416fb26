import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLine, guideTo } from '../../src/commands/command-line.js';

const ROOT = join(import.meta.dirname, '../..');

describe('guideTo', () => {
  it.each(commandLine().commands.map((command) => [command.name(), command] as const))(
    'names a page that is there for %s',
    (_, command) => {
      expect(existsSync(join(ROOT, guideTo(command))), guideTo(command)).toBe(true);
    },
  );

  it.each([
    ['init', 'own', 'docs/own-pipeline.md'],
    ['plan', 'suite', 'docs/gate-your-tests.md'],
  ])('names the page of what %s --%s does', (name, option, page) => {
    const command = commandLine().commands.find((one) => one.name() === name)!;
    const usual = guideTo(command);
    command.setOptionValue(option, 'given');
    expect(guideTo(command)).toBe(page);
    expect(usual).not.toBe(page);
    expect(existsSync(join(ROOT, page))).toBe(true);
  });
});

it('lets its user choose the language of every command that says anything', () => {
  const without = commandLine().commands.filter(
    ({ options }) => !options.some(({ long }) => long === '--language'),
  );
  expect(without.map((command) => command.name())).toEqual([
    'schema',
    'board',
    'own-tests',
    'recheck',
  ]);
});
