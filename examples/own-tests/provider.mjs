/**
 * Simulates a help desk that is right most of the time. `RUN` names a run, so that each is another draw; the first
 * `BROKEN` questions are always answered wrongly.
 */
import { createHash } from 'node:crypto';

const ANSWERS = [
  ['open', 'We open at nine.'],
  ['flat tyre', 'Clean the hole and glue a patch on it.'],
  ['lost the key', 'Bring the receipt, and we open the lock.'],
  ['air', 'Between three and five bar.'],
  ['chain', 'Once a month.'],
  ['warranty', 'It is two years.'],
  ['rental', 'Fifteen euros a day.'],
  ['helmets', 'Yes, in all sizes.'],
  ['brakes', 'The pads may be worn.'],
  ['deliver', 'Every Saturday.'],
];

/** How often the others are right. */
const RIGHT = 0.95;

const { RUN = 'old', BROKEN = '0' } = process.env;
const asked = new Map();

export default class HelpDesk {
  id() {
    return 'help-desk';
  }

  async callApi(prompt) {
    const number = ANSWERS.findIndex(([words]) => prompt.includes(words));
    const time = (asked.get(prompt) ?? 0) + 1;
    asked.set(prompt, time);
    const digest = createHash('sha256').update(`${RUN}/${prompt}/${time}`).digest();
    const isRight = number >= Number(BROKEN) && digest.readUInt32BE() / 2 ** 32 < RIGHT;
    return { output: isRight ? ANSWERS[number][1] : 'Please ask my colleague.' };
  }
}
