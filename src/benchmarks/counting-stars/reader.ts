import { LANGUAGE_CODES, TASKS, type TaskName } from '../../languages.js';
import { profileParameters, type ReaderProfile } from '../reader-profiles.js';
import type { Understood } from '../understood.js';
import { findStars, type Sentence, solve } from './find-stars.js';
import { fill, type StarCase, type Wording, wordingOf } from './star-sentences.js';

/** A way to write stars, and the task it is for. */
interface Dialect {
  task: TaskName;
  wording: Wording;
}

/** A dialect with the star sentences that a prompt has in it. */
type Chosen = Dialect & { found: Sentence[] };

/** Reads Counting-Stars: finds the star sentences and works out what they tell. */
export function read(prompt: string, theCase?: StarCase): Understood | undefined {
  const chosen = chooseDialect(prompt, theCase ? [dialectOf(theCase)] : allDialects());
  if (!chosen) return undefined;
  const { task, wording, found } = chosen;
  const counts = solve(found);
  const end = found[found.length - 1]?.end ?? 1;
  const list = (listed: readonly number[]) => {
    const total = listed.reduce((sum, count) => sum + count, 0);
    return JSON.stringify({ [wording.key]: task === 'sum' ? total : listed });
  };
  return {
    pieces: found.map(({ text, start, end: behind }) => ({
      text,
      start,
      position: behind / end,
    })),
    answer: (recalled) => list(recalled.map((i) => counts[i]!)),
    ownDefect(profile, random) {
      const said = found.map(({ wrong, count }) => wrong ?? count!);
      const listed = listedWithDefect(counts, said, profile, random);
      return listed && list(listed);
    },
  };
}

/** The counts that a lazy, a repeating or a hasty reader lists. */
function listedWithDefect(
  counts: readonly number[],
  said: readonly number[],
  profile: ReaderProfile,
  random: () => number,
): number[] | undefined {
  const { profile: name } = profile;
  switch (name) {
    case 'lazy': {
      const { after, step } = profileParameters({ ...profile, profile: name });
      const seen = counts.slice(0, after);
      const last = seen[seen.length - 1] ?? 0;
      return [...seen, ...counts.slice(after).map((_, i) => last + step * (i + 1))];
    }
    case 'repeating': {
      const { after, length } = profileParameters({ ...profile, profile: name });
      const seen = counts.slice(0, after);
      const last = seen[seen.length - 1];
      if (last === undefined) return [];
      return [...seen, ...new Array<number>(Math.max(0, length - seen.length)).fill(last)];
    }
    case 'hasty': {
      const { share } = profileParameters({ ...profile, profile: name });
      return counts.map((count, i) => (random() < share ? said[i]! : count));
    }
    default:
      return undefined;
  }
}

function dialectOf(theCase: StarCase): Dialect {
  return { task: theCase.task, wording: wordingOf(theCase) };
}

function allDialects(): Dialect[] {
  return LANGUAGE_CODES.flatMap((language) =>
    TASKS.map((task) => ({ task, wording: wordingOf({ language, task }) })),
  );
}

/** The dialect whose question the prompt asks, or else the one with the most star sentences, if any. */
function chooseDialect(text: string, dialects: readonly Dialect[]): Chosen | undefined {
  const read = dialects.map((dialect) => ({
    ...dialect,
    found: findStars(dialect.wording, text),
    asked: text.includes(fill(dialect.wording.question, dialect.wording)),
  }));
  const asked = read.filter((dialect) => dialect.asked);
  if (asked.length === 0 && read.every(({ found }) => found.length === 0)) return undefined;
  return (asked.length > 0 ? asked : read).reduce((best, dialect) =>
    dialect.found.length > best.found.length ? dialect : best,
  );
}
