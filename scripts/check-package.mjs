// Looks at the package as it would be published: publint and "are the types wrong" at pinned versions out of
// the npm registry, and npm's own dry run, which mends mistakes and only says so in a warning.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const MOST_BYTES = 1_540_000;
/** A link of a page to a file, with its heading. */
const LINK = /\]\((?![a-z]+:)([^()\s]+)\)/gi;

const folder = mkdtempSync(join(tmpdir(), 'counting-stars-'));

/** Run a command to its end, show what it says, and end with its exit code if it fails. */
function run(command, args, options) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    ...options,
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
const staged = join(folder, 'package');
run(process.execPath, [join(import.meta.dirname, 'stage.mjs'), staged]);
const [{ filename, size }] = Object.values(
  JSON.parse(
    run('npm', ['pack', '--json', '--silent', '--pack-destination', folder], { cwd: staged }),
  ),
);
const tarball = join(folder, filename);
if (size > MOST_BYTES) {
  process.stderr.write(`packed, it has ${size} bytes, more than ${MOST_BYTES}\n`);
  process.exit(1);
}
process.stdout.write(`packed: ${size} bytes\n`);
for (const name of readdirSync(staged, { recursive: true })) {
  if (!name.endsWith('.md')) continue;
  for (const [, target] of readFileSync(join(staged, name), 'utf8').matchAll(LINK)) {
    const [path] = target.split('#');
    const leads = /^README/.test(name)
      ? path === ''
      : existsSync(join(staged, dirname(name), path));
    if (leads) continue;
    process.stderr.write(`packed ${name}: ${target} leads nowhere in the package\n`);
    process.exit(1);
  }
}
process.stdout.write(run('npx', ['--yes', 'publint@0.3.25', 'run', tarball, '--strict']));
const attw = ['--yes', '@arethetypeswrong/cli@0.18.5', tarball, '--profile', 'esm-only'];
process.stdout.write(run('npx', attw));
// Without its scripts, of which one refuses to publish as long as nobody has said whose repository this is.
const dry = ['publish', '--dry-run', '--ignore-scripts', '--tag', 'dry-run'];
const said = run('npm', dry, { cwd: staged });
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
