// Does the packed package work beside promptfoo's newest version of the day? Says so in one line. What does not
// work, an unreachable registry included, is a warning: it is no mistake of the commit that is looked at.
//   npm run check:newest               skipped where the newest is the version of package-lock.json
//   npm run check:newest -- 0.122.0    any other version
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MINUTES = 60_000;
const folder = mkdtempSync(join(tmpdir(), 'counting-stars-'));
const project = join(folder, 'project');

/** Run a command to its end and give its standard output; else throw what it said last. */
function run(command, args, cwd = project) {
  const { status, signal, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    timeout: 10 * MINUTES,
    env: {
      ...process.env,
      NO_COLOR: '1',
      PROMPTFOO_CONFIG_DIR: join(folder, 'state'),
      PROMPTFOO_DISABLE_TELEMETRY: '1',
      PROMPTFOO_DISABLE_UPDATE: '1',
    },
  });
  if (status === 0) return stdout;
  const tail = `${stdout ?? ''}${stderr ?? ''}`.trim().split('\n').slice(-25).join('\n');
  const how = error?.message ?? `ended with ${status ?? signal}`;
  throw new Error(`\`${command} ${args.join(' ')}\` ${how}\n${tail}`);
}

/** Evaluate an example without a key, and let our commands read what that promptfoo wrote. */
function tryOut(version) {
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "private": true }');
  run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], process.cwd());
  const tarball = join(
    folder,
    readdirSync(folder).find((name) => name.endsWith('.tgz')),
  );
  run('npm', [
    'install',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    `promptfoo@${version}`,
    tarball,
  ]);
  const example = 'node_modules/promptfoo-counting-stars/examples/key-value-retrieval.yaml';
  run('npx', ['promptfoo', 'eval', '-c', example, '--no-progress-bar', '-o', 'results.json']);
  const ours = (...args) => run('npx', ['promptfoo-counting-stars', ...args]);
  ours('report', 'results.json', '--out', 'report');
  const { summary } = JSON.parse(readFileSync(join(project, 'report', 'report.json'), 'utf8'));
  const perfect = summary.filter(({ provider }) => provider === 'perfect');
  if (perfect.length === 0 || perfect.some(({ recall }) => recall.value !== 1)) {
    throw new Error(`the perfect reader is not perfect:\n${JSON.stringify(summary, null, 2)}`);
  }
  ours('gate', 'results.json', '--min-recall', '0');
}

let subject = "promptfoo's newest version";
try {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const locked = packages['node_modules/promptfoo'].version;
  const [, , given] = process.argv;
  const version = given ?? run('npm', ['view', 'promptfoo', 'version'], folder).trim();
  subject = `promptfoo ${version}`;
  if (given === undefined && version === locked) {
    console.log(`${subject} is the newest version, and the one that the tests run on`);
  } else {
    tryOut(version);
    console.log(`works with ${subject}`);
  }
} catch (error) {
  console.log(`warning: not shown to work with ${subject}: ${error.message}`);
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
