/** Reads the files of `ownHistory`: recorded sessions and the user's questions. */
import { z } from 'zod';
import { assertUnchanged, referenceFile } from '../../../base/files/file-reference.js';
import { filesMatching, isPattern } from '../../../base/files/patterns.js';
import { kept } from '../../../base/kept.js';
import { Latest } from '../../../base/latest.js';
import type { FileReference } from '../../../base/references.js';
import { UserError } from '../../../base/user-error.js';
import { fileReader, recordsOf } from '../../../benchmarks/published/published-records.js';
import { isPrivate } from './private.js';
import { readSessions } from './sessions/read-sessions.js';
import type { RecordedSession } from './sessions/recording.js';

/** The files that a Case refers to. */
export interface SessionReferences {
  sessions: readonly FileReference[];
  questions?: FileReference;
}

const filled = z.string().trim().min(1, 'must not be empty');
const answerSchema = z.union([filled, z.number().transform(String)], 'must be a text or a number');

const questionSchema = z.object({
  question: filled,
  answers: z
    .union([z.array(answerSchema), answerSchema.transform((answer) => [answer])])
    .refine((all) => all.length > 0, 'must not be empty'),
  kind: filled.optional(),
});

type OwnQuestion = z.output<typeof questionSchema>;

const SHAPE =
  'A line has `question`, `answers` that stand in the session, and a `kind` if you like.';

const questionsIn = fileReader('questions', (file) => {
  const records = recordsOf('questions', file, questionSchema, SHAPE);
  records.forEach(({ answers }, i) => {
    if (!answers.some(isPrivate)) return;
    throw new UserError(
      `questions: ${file}, line ${i + 1}: its answer is a key, an address or a number of a person, which is never ` +
        'sent. Ask for something else.',
    );
  });
  return records;
});

const known = new Latest<{ sessions: RecordedSession[]; questions?: OwnQuestion[] }>(2);

/** Reads the files of a Case, once each. */
export function sessionFiles({ sessions, questions }: SessionReferences) {
  return kept(known, JSON.stringify([sessions, questions]), () => ({
    sessions: sessions.flatMap((reference) => {
      assertUnchanged('sessions', reference);
      return readSessions('sessions', reference.file);
    }),
    ...(questions && { questions: questionsIn(questions) }),
  }));
}

const INSTEAD = 'a pattern such as sessions/*.jsonl';

/** @throws {UserError} for a file that is not there, and a pattern without files */
export async function referencesTo(
  sessions: readonly string[],
  questions: string | undefined,
): Promise<SessionReferences> {
  const files: string[] = [];
  for (const path of sessions)
    files.push(...(isPattern(path) ? await filesMatching(path) : [path]));
  if (files.length === 0) {
    throw new UserError(
      `sessions: no file matches ${sessions.join(', ')} in ${process.cwd()}. Give the path of a session.`,
    );
  }
  return {
    sessions: files.map((file) => referenceFile('sessions', file, INSTEAD)),
    ...(questions !== undefined && {
      questions: referenceFile('questions', questions, 'leave it out'),
    }),
  };
}
