import { z } from 'zod';
import { datasetFolders, datasetNames, datasetSource, parseDataset } from '../../base/datasets.js';
import { inLanguages } from '../../base/languages.js';

export interface Passage {
  title: string;
  text: string;
}

/** A question with the one passage that answers it. */
export interface PassageQuestion {
  question: string;
  answers: string[];
  gold: Passage;
  /** Topic of the gold passage. Others of the same topic are the closest distractors. */
  topic?: string;
  /** Distractors of its own, in order. By default other gold passages are used. */
  distractors?: Passage[];
}

const filled = z.string().trim().min(1, 'must not be empty');

const setSchema = z
  .array(
    z.strictObject({
      topic: filled,
      passages: z
        .array(
          z.strictObject({
            title: filled,
            text: filled,
            question: filled,
            answers: z.array(filled).min(1, 'must have an answer'),
          }),
        )
        .min(1, 'must have a passage'),
    }),
  )
  .min(1, 'must have a topic');

const FOLDER = 'documents';

export const SET_LANGUAGES: readonly string[] = datasetFolders(FOLDER).filter(
  (code) => datasetNames(`${FOLDER}/${code}`).length > 0,
);

export const loadDocumentSet = inLanguages(
  'multiDocumentQa: there are documents only',
  () => SET_LANGUAGES,
  (code) =>
    datasetNames(`${FOLDER}/${code}`).flatMap((name) => {
      const path = `${code}/${name}.yaml`;
      return parseDocumentSet(datasetSource(`${FOLDER}/${path}`), path);
    }),
);

/** @throws {UserError} naming the file and the field that is missing or wrong */
export function parseDocumentSet(yaml: unknown, file: string): PassageQuestion[] {
  return parseDataset(`${FOLDER}/${file}`, setSchema, yaml).flatMap(({ topic, passages }) =>
    passages.map(({ title, text, ...asked }) => ({ ...asked, topic, gold: { title, text } })),
  );
}
