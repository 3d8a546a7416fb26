// Are the models that our pages name still there? Fails where one of scripts/example-models.yaml is switched off within
// 60 days, or where nobody has looked at the makers' pages for 90 days. Started once a week by .github/workflows/models.yml.
// No part of .ci/run, whose result depends on no date.
//   npm run check:models                            today, by the clock
//   npm run check:models -- 2026-12-24 models.yaml  another day, another file
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const NOTICE_DAYS = 60;
const CHECKED_DAYS = 90;
const DAY = 24 * 60 * 60 * 1000;

const [
  today = new Date().toISOString().slice(0, 10),
  file = join(import.meta.dirname, 'example-models.yaml'),
] = process.argv.slice(2);
const { models, checked, sources } = parse(readFileSync(file, 'utf8'));
const complaints = [...models.flatMap(endOf), ...ageOf()];
for (const complaint of complaints) console.log(complaint);
if (complaints.length > 0) process.exit(1);
console.log(`${models.length} example models are there for ${NOTICE_DAYS} days from ${today}`);

/** What is said of a model that ends soon, or has ended. */
function endOf({ name, maker, ends }) {
  if (ends === undefined || daysFrom(today, ends) >= NOTICE_DAYS) return [];
  return [`${name} ends on ${ends} (${sources[maker]}). Replace it in ${file} and in the pages.`];
}

/** What is said where the list is too old to be believed. */
function ageOf() {
  if (daysFrom(checked, today) <= CHECKED_DAYS) return [];
  return [
    `${file} was last checked on ${checked}. Look at ${Object.values(sources).join(', ')}, and set \`checked\`.`,
  ];
}

/** Days from one date to another. */
function daysFrom(from, to) {
  const days = (Date.parse(to) - Date.parse(from)) / DAY;
  if (!Number.isFinite(days)) throw new Error(`${from} or ${to} is no date such as 2026-12-24`);
  return days;
}
