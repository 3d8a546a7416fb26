import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { configuredRepeat, defaultConfig } from '../../../src/commands/suite/repeat.js';
import { temporaryFolder } from '../../e2e/promptfoo.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

function write(name: string, content: string): string {
  const file = join(folder.path, name);
  writeFileSync(file, content);
  return file;
}

describe('configuredRepeat', () => {
  const command = write('command.yaml', 'commandLineOptions: { repeat: 3 }');
  const options = write('options.json', '{"evaluateOptions": {"repeat": 4}}');
  const program = write('program.mjs', 'export default { evaluateOptions: { repeat: 5 } };');
  const none = write('none.yaml', 'prompts: [a]');

  it.each<[string, string[], number]>([
    ['the command line options', [command], 3],
    ['the evaluation options', [options], 4],
    ['a program', [program], 5],
    ['the last config that says it', [options, program, none], 5],
    ['the command line options before the others', [command, program], 3],
    ['a pattern', [join(folder.path, 'comm*.yaml')], 3],
    ['merged settings', [write('merged.yaml', 'x: &x {repeat: 8}\nevaluateOptions: {<<: *x}')], 8],
    ['nothing', [none], 1],
    ['a file that is not there', [join(folder.path, 'missing.yaml')], 1],
    ['a value that is no number of times', [write('bad.yaml', 'evaluateOptions: {repeat: 0}')], 1],
  ])('reads %s', async (_, configs, repeat) => {
    expect(await configuredRepeat(configs)).toBe(repeat);
  });

  it('reads the config of a folder, YAML first', async () => {
    expect(defaultConfig(folder.path)).toBeUndefined();
    write('promptfooconfig.json', '{"evaluateOptions": {"repeat": 6}}');
    expect(await configuredRepeat([folder.path])).toBe(6);
    const yaml = write('promptfooconfig.yaml', 'evaluateOptions: { repeat: 7 }');
    expect(defaultConfig(folder.path)).toBe(yaml);
    expect(await configuredRepeat([folder.path])).toBe(7);
  });
});
