// Looks at the package as it would be published: publint and "are the types wrong" at pinned versions out of
// the npm registry, and npm's own dry run, which mends mistakes and only says so in a warning.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'counting-stars-'));

/** Run a command to its end, show what it says, and end with its exit code if it fails. */
function run(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    process.stderr.write(`${stdout}${stderr}${command} ${args.join(' ')} failed\n`);
    process.exit(status ?? 1);
  }
  return stdout + stderr;
}

process.on('exit', () => rmSync(folder, { recursive: true }));
run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder]);
const tarball = join(folder, readdirSync(folder)[0]);
process.stdout.write(run('npx', ['--yes', 'publint@0.3.25', 'run', tarball, '--strict']));
const attw = ['--yes', '@arethetypeswrong/cli@0.18.5', tarball, '--profile', 'esm-only'];
process.stdout.write(run('npx', attw));
const said = run('npm', ['publish', '--dry-run', '--ignore-scripts', '--tag', 'dry-run']);
const warnings = said
  .split('\n')
  .filter(
    (line) => /^npm warn publish/i.test(line) && !line.includes('requires you to be logged in'),
  );
if (warnings.length > 0) {
  process.stderr.write(`npm publish --dry-run warns:\n${warnings.join('\n')}\n`);
  process.exit(1);
}
process.stdout.write('npm publish --dry-run: no warning\n');
