/** Reports mistakes in a config in one sentence, if promptfoo does not. */
import { realpathSync } from 'node:fs';
import { print } from './safe-output.js';
import { UserError } from './user-error.js';

const FAILED = 1;

/** Matches the file in which `promptfoo eval` begins. */
const ENTRY = /[/\\]promptfoo[/\\]dist[/\\]src[/\\](?:main|entrypoint)\.js$/;

/** Tells `promptfoo eval` from programs that call a generator and may catch its errors. */
function isEvaluation(argv: readonly string[]): boolean {
  const [, entry = '', command] = argv;
  try {
    return command === 'eval' && ENTRY.test(realpathSync(entry));
  } catch {
    return false;
  }
}

let isListening = false;

/**
 * Runs a generator. In `promptfoo eval` its error would end Node and print promptfoo's code around the sentence
 * (.github/for-promptfoo/generator-errors.md), so only the sentence is printed.
 *
 * @throws {UserError} what the work throws
 */
export async function inPromptfoo<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UserError && !isListening && isEvaluation(process.argv)) {
      isListening = true;
      process.on('uncaughtException', (thrown) => {
        const text = thrown instanceof UserError ? `error: ${thrown.message}` : thrown.stack;
        print(process.stderr, `${text ?? thrown}\n`);
        process.exit(FAILED);
      });
    }
    throw error;
  }
}
