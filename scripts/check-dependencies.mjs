// Looks at what users install with this package: that every licence allows it, and that `npm audit` knows of no
// weakness. Where the registry does not answer, that is said, and is no mistake.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const json = (path) => JSON.parse(readFileSync(root + path, 'utf8'));

/** Licences that ask for no more than their notice, which every package brings. */
const ALLOWED =
  /^(?:MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|Unlicense|CC0-1\.0|BlueOak-1\.0\.0|Python-2\.0)$/;

const installed = Object.entries(json('package-lock.json').packages).filter(
  ([path, { dev, peer, optional }]) => path !== '' && !dev && !peer && !optional,
);
const byLicence = new Map();
for (const [path] of installed) {
  const { name, version, license } = json(`${path}/package.json`);
  byLicence.set(license, [...(byLicence.get(license) ?? []), `${name} ${version}`]);
}
let mistakes = 0;
for (const [licence, names] of [...byLicence].sort((a, b) => b[1].length - a[1].length)) {
  // Of several, one may be chosen.
  const isAllowed = String(licence)
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((one) => ALLOWED.test(one));
  console.log(
    `${isAllowed ? '' : 'NOT ALLOWED: '}${licence}: ${names.length}${isAllowed ? '' : ` (${names.join(', ')})`}`,
  );
  if (!isAllowed) mistakes++;
}

const notices = readFileSync(`${root}dist/NOTICES.txt`, 'utf8');
console.log(
  `dist/NOTICES.txt names ${(notices.match(/^@?[\w/-]+ \d+\.\d+\.\d+$/gm) ?? []).length} packages`,
);

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  cwd: root,
  encoding: 'utf8',
});
const { vulnerabilities, error, message } = JSON.parse(stdout || '{}');
if (vulnerabilities === undefined) {
  console.log(
    `npm audit: the registry does not answer (${error?.summary || message || 'nothing'}); not checked`,
  );
} else {
  const found = Object.values(vulnerabilities);
  for (const { name, severity, range } of found)
    console.log(`npm audit: ${severity}: ${name} ${range}`);
  console.log(`npm audit: ${found.length} of ${installed.length} packages have a known weakness`);
  mistakes += found.length;
}
process.exitCode = mistakes > 0 ? 1 : 0;
