import type { Command } from 'commander';
import { print } from '../base/safe-output.js';
import { say } from '../base/text/language.js';
import { UserError } from '../base/user-error.js';
import { lengthsArgument, several } from './arguments.js';

export function addSession(program: Command): void {
  program
    .command('session')
    .description('look into a recorded session: its size, what can be asked, what compactions lost')
    .argument('<files...>', 'sessions that an agent recorded')
    .option('--tokenizer <name>', 'tokenizer that counts', 'o200k_base')
    .option('--write <config>', 'write a config that asks about it at growing lengths')
    .option(
      '--provider <id>',
      'with --write: provider to ask; may be repeated',
      several(String),
      [],
    )
    .option(
      '--compact <way>',
      'with --write: your compaction, as file.mjs:function, "python3 file.py" or an address; may be repeated',
      several(String),
      [],
    )
    .option('--lengths <list>', 'with --write: lengths in tokens', lengthsArgument)
    .action(session);
}

interface SessionFlags {
  tokenizer: string;
  write?: string;
  provider: string[];
  compact: string[];
  lengths?: number[];
}

async function session(files: string[], flags: SessionFlags): Promise<void> {
  const { tokenizer, write, provider: providers, compact, lengths } = flags;
  if (write === undefined && (providers.length > 0 || compact.length > 0 || lengths)) {
    throw new UserError(
      '--provider, --compact and --lengths are for a config. Name it with --write.',
    );
  }
  const [{ lookedInto }, { sessionText }, { withProgress }] = await Promise.all([
    import('./session/looked-into.js'),
    import('./session/session-text.js'),
    import('../base/progress.js'),
  ]);
  const looked = await withProgress(say`Reading sessions`, () =>
    lookedInto(files, tokenizer, lengths),
  );
  print(process.stdout, `${sessionText(looked)}\n`);
  if (write === undefined) return;
  const { writeSessionConfig } = await import('./session/session-config.js');
  const config = { file: write, sessions: files, providers, compact, lengths };
  print(process.stdout, `\n${writeSessionConfig(config, looked)}\n`);
}
