import { describe, expect, it } from 'vitest';
import { complaintOf } from '../../../src/measuring/results/promptfoo-process.js';

describe('complaintOf', () => {
  it('passes on the sentence of a generator of ours', () => {
    const thrown = `node:internal/modules/run_main:107
    triggerUncaughtException(
    ^

[UserError: countingStars: \`positions\` is [1, 0], but must be in ascending order [0, 1].]

Node.js v24.21.0`;
    const sentence = 'countingStars: `positions` is [1, 0], but must be in ascending order [0, 1].';
    expect(complaintOf(thrown)).toBe(sentence);
    expect(complaintOf(`Error in tests: UserError: ${sentence}`)).toBe(sentence);
  });

  it('says what promptfoo complains of, without its stack', () => {
    const thrown = `(node:1) ExperimentalWarning: something
(Use \`node --trace-warnings ...\` to show where the warning was created)
file:///main.js:2395
		throw new Error(\`No configuration\`);
Error: No configuration file found at nope.yaml.
    at combineConfigs (file:///main.js:2395:37)`;
    expect(complaintOf(thrown)).toBe(
      'promptfoo could not read the config (No configuration file found at nope.yaml). See what ' +
        '`npx promptfoo validate` says of it, or name another with -c.',
    );
    expect(complaintOf('You must specify at least 1 provider\n')).toContain(
      '(You must specify at least 1 provider)',
    );
    expect(complaintOf('')).toContain('(no reason given)');
    expect(complaintOf('Invalid configuration file a.yaml:\n✖ Exactly one of a or b.\n')).toContain(
      '(Invalid configuration file a.yaml: ✖ Exactly one of a or b)',
    );
    const yaml =
      'file:///js-yaml.mjs:1219\n\nYAMLException: deficient indentation (2:1)\n\n 1 | a\n';
    expect(complaintOf(yaml)).toContain('the config (deficient indentation (2:1)). See what');
  });

  it('says that the database is locked', () => {
    const printed =
      "[cause]: Error: database is locked {\n  code: 'SQLITE_BUSY',\n  rawCode: 5\n}\nNode.js v24";
    expect(complaintOf(printed)).toBe(
      "promptfoo's database is locked: another evaluation is writing to it. Try again when that is done, or give " +
        'evaluations that run at the same time a PROMPTFOO_CONFIG_DIR each.',
    );
  });

  it('says which Node promptfoo needs', () => {
    const refused =
      '\u001b[33mpromptfoo requires a supported Node.js runtime.\n\nDetected: v20.20.2\n' +
      'Required: >=22.22.0\n\nInstall a supported Node.js version and try again.\u001b[0m\n';
    expect(complaintOf(refused)).toBe(
      'The installed promptfoo needs Node >=22.22.0, but this is v20.20.2. Install that Node, or an older promptfoo. See docs/start.md#node.',
    );
  });
});
