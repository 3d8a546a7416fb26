import { describe, expect, it } from 'vitest';
import { commandLine } from '../../src/commands/command-line.js';

const gate = async (...args: string[]) =>
  (await commandLine('gate')).parseAsync(['gate', ...args], { from: 'user' });

describe('gate --run', () => {
  it.each([
    ['--min-recall', '90%'],
    ['--min-length', '64K'],
    ['--min-pass', '8/10'],
  ])('refuses %s, which it would not check', async (option, value) => {
    const asked = gate('--run', '--budget', '1M', '--baseline', 'b.json', option, value);
    await expect(asked).rejects.toThrow(`${option} isn't checked by gate --run.`);
  });

  it('is what options of a run need', async () => {
    await expect(gate('--budget', '1M')).rejects.toThrow('--budget is for gate --run');
  });
});

describe('gate', () => {
  it('refuses results that are their own baseline, unless two of their models are compared', async () => {
    const itself = gate('./both.json', '--baseline', 'both.json');
    await expect(itself).rejects.toThrow('so nothing can differ. Pass --compare OLD=NEW');
    const compared = gate('./both.json', '--baseline', 'both.json', '--compare', 'a=b');
    await expect(compared).rejects.not.toThrow('nothing can differ');
  });
});
