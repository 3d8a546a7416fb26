import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLine, guideTo, shownOptions } from '../../src/commands/command-line.js';

const ROOT = join(import.meta.dirname, '../..');

describe('guideTo', async () => {
  it.each((await commandLine()).commands.map((command) => [command.name(), command] as const))(
    'names a page that is there for %s',
    (_, command) => {
      expect(existsSync(join(ROOT, guideTo(command))), guideTo(command)).toBe(true);
    },
  );

  it.each([
    ['init', 'own', 'docs/your-documents.md'],
    ['init', 'session', 'docs/agents.md'],
  ])('names the page of what %s --%s does', async (name, option, page) => {
    const command = (await commandLine()).commands.find((one) => one.name() === name)!;
    const usual = guideTo(command);
    command.setOptionValue(option, 'given');
    expect(guideTo(command)).toBe(page);
    expect(usual).not.toBe(page);
    expect(existsSync(join(ROOT, page))).toBe(true);
  });
});

describe('help', async () => {
  const program = await commandLine();
  const commands = program.commands.filter((command) =>
    program.createHelp().visibleCommands(program).includes(command),
  );

  it('has ten commands and at most 39 names of options', () => {
    const names = new Set(commands.flatMap(shownOptions).map(({ long }) => long));
    expect(commands).toHaveLength(10);
    expect([...names].sort()).toHaveLength(39);
  });

  it('shows advanced options with --all only', () => {
    const gate = commands.find((command) => command.name() === 'gate')!;
    const hasAlpha = () => shownOptions(gate).some(({ long }) => long === '--alpha');
    expect(hasAlpha()).toBe(false);
    gate.args = ['--all'];
    expect(hasAlpha()).toBe(true);
    gate.args = [];
  });

  it('says in less than 60 characters what a command and an option do', () => {
    const lines = commands.flatMap((command) => [
      command.summary(),
      ...command.options.map(({ description }) => description),
      ...command.registeredArguments.map(({ description }) => description),
    ]);
    expect(lines.filter((line) => line === '' || line.length >= 60)).toEqual([]);
  });
});
