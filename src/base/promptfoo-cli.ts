/** Mistakes in a config, where promptfoo itself does not say them in one sentence. */
import { realpathSync } from 'node:fs';
import { print } from './safe-output.js';
import { UserError } from './user-error.js';

/** promptfoo's exit code for a config that it cannot read. */
const FAILED = 1;

/** Where `promptfoo eval` begins, with either slash. */
const ENTRY = /[/\\]promptfoo[/\\]dist[/\\]src[/\\](?:main|entrypoint)\.js$/;

/** Whether this process is `promptfoo eval`, and no program that calls a generator and may catch what it throws. */
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
 * Do the work of a generator. `promptfoo eval` lets what a generator throws end Node, which prints lines of
 * promptfoo's code around the sentence (docs/for-promptfoo/generator-errors.md): there, only the sentence is printed.
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
