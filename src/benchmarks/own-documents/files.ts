/** The files of `ownDocuments`: questions, documents and retrieval results of the user's own. */
import { closest } from 'fastest-levenshtein';
import type { Assertion } from 'promptfoo';
import { z } from 'zod';
import { baseName, type FileReference, UserError } from '../../case.js';
import { digestOf, isFolder, readBounded } from '../../files/files.js';
import { filesMatching, isPattern } from '../../files/patterns.js';
import { plainText } from '../../haystack/plain-text.js';
import { sentenceBoundaries } from '../../haystack/sentences.js';
import { Latest } from '../../latest.js';
import { literal } from '../../text/literal.js';
import { startText } from '../../text/texts.js';
import { checked, textOf } from '../published/published-records.js';

/** A document, with whatever other fields its record has. */
export interface OwnDocument {
  id: string;
  title: string;
  text: string;
  [field: string]: string;
}

/** A run of sentences of all documents one after another. */
export interface Passage {
  from: number;
  to: number;
}

export interface OwnQuestion {
  question: string;
  /** Accepted answers; none where only its own assertions judge. */
  answers: string[];
  /** promptfoo's assertions of its own. */
  assert: Assertion[];
  gold: OwnDocument[];
  /** Instead of gold documents: where the answer stands in the text. */
  passage?: Passage;
  /** What a retriever found, in its order. */
  retrieved?: OwnDocument[];
  /** All other fields of its record. */
  fields: Record<string, unknown>;
}

export interface OwnFiles {
  questions: OwnQuestion[];
  documents: OwnDocument[];
  /** The sentences of all documents one after another, with the white space in front of them. */
  sentences: string[];
}

/** The files that a Case refers to. */
export interface FileReferences {
  questions: FileReference;
  documents?: FileReference;
}

const filled = z.string('must be a text').trim().min(1, 'must not be empty');
const idSchema = z.union([filled, z.number().transform(String)], 'must be an id');
const listOf = <T extends z.ZodType>(one: T) =>
  z.union([z.array(one), one.transform((value) => [value])]).optional();

const documentSchema = z
  .looseObject({ id: idSchema.optional(), title: z.string().optional(), text: filled })
  .transform(({ id, title = '', text, ...fields }) => ({ ...fields, id, title, text }));

const goldSchema = z.union(
  [
    idSchema,
    z.strictObject({ quote: filled }),
    z
      .strictObject({ start: z.number().int().nonnegative(), end: z.number().int().positive() })
      .refine(({ start, end }) => start < end),
    documentSchema,
  ],
  'must be an id, a document with `text`, a `quote`, or `start` and `end` in characters, or a list of these',
);

const questionSchema = z.looseObject({
  question: filled,
  answers: listOf(idSchema),
  assert: z.array(z.looseObject({ type: z.string() }), 'must be a list of assertions').optional(),
  gold: listOf(goldSchema),
  ctxs: z.array(z.union([idSchema, documentSchema])).optional(),
});

type QuestionRecord = z.output<typeof questionSchema>;

const QUESTIONS =
  'A record has `question`, and `answers` or `assert`; and if you like `gold`, `ctxs` and fields of your own.';
const DOCUMENTS =
  'A record has `text`, and if you like `id` and `title`; or `question` and `ctxs`.';

const RECORDS = /\.(jsonl|ndjson|json|ya?ml|csv)(\.gz)?$/i;

const known = new Latest<OwnFiles>(4);

const keyOf = ({ questions, documents }: FileReferences) =>
  [questions, documents].map((one) => `${one?.sha256} ${one?.file}`).join(' ');

/** Files that are read already. */
export function filesOf(references: FileReferences): OwnFiles {
  const files = known.get(keyOf(references));
  if (!files) throw new Error('documents are used before they are loaded');
  return files;
}

/**
 * Read the files of a Case, once each.
 *
 * @throws {UserError} naming file, record and field for what is missing, wrong, or has changed
 */
export async function loadFiles(references: FileReferences): Promise<void> {
  const { questions, documents } = references;
  if (!known.get(keyOf(references))) await readFiles(questions.file, documents?.file, references);
}

/**
 * Read questions and documents.
 *
 * @param wanted - what they must still be
 * @throws {UserError} as `loadFiles` does
 */
export async function readFiles(
  questionsPath: string,
  documentsPath: string | undefined,
  wanted?: FileReferences,
): Promise<{ references: FileReferences; files: OwnFiles }> {
  const questions = await textsOf('questions', questionsPath);
  const documents = documentsPath ? await textsOf('documents', documentsPath) : undefined;
  const references = {
    questions: referTo(questionsPath, questions),
    ...(documents && { documents: referTo(documentsPath!, documents) }),
  };
  if (wanted && keyOf(references) !== keyOf(wanted)) {
    throw new UserError(
      `${questionsPath}, or its documents, have changed since this test case was made, so its prompt cannot be built ` +
        'again. Restore them, or generate the test cases again.',
    );
  }
  const same = known.get(keyOf(references));
  if (same) return { references, files: same };
  const { own, results } = await documentsIn(documents);
  const byId = new Map<string, OwnDocument>();
  for (const one of own) {
    if (byId.has(one.id)) {
      throw new UserError(
        `documents: two documents of ${documentsPath} have the id "${one.id}". Give every document an id of its own.`,
      );
    }
    byId.set(one.id, one);
  }
  const text = own.map((one) => one.text).join('\n\n');
  const asker: Asker = { byId, text, where: documentsPath ?? questionsPath };
  const records = await recordsIn('questions', questions[0]!, questionSchema, QUESTIONS);
  const files = {
    documents: own,
    questions: records.map((record, i) =>
      questionOf({ ...results.get(record.question), ...record }, i, asker),
    ),
    sentences: inSentences(text),
  };
  // Retrieved documents and gold ones that stand with questions are distractors of the others, too.
  if (own.length === 0) {
    const all = files.questions.flatMap(({ gold, retrieved = [] }) => [...gold, ...retrieved]);
    files.documents.push(...new Map(all.map((one) => [one.text, one])).values());
  }
  known.set(keyOf(references), files);
  return { references, files };
}

/** A text in sentences, each with the white space in front of it. */
export function inSentences(text: string): string[] {
  const boundaries = sentenceBoundaries(text);
  return boundaries.slice(1).map((end, i) => text.slice(boundaries[i], end));
}

interface FileText {
  path: string;
  /** Seen from the folder that was named. */
  name: string;
  text: string;
}

const referTo = (file: string, texts: readonly FileText[]): FileReference => ({
  file,
  sha256: digestOf(JSON.stringify(texts.map(({ name, text }) => [name, digestOf(text)]))),
});

async function textsOf(option: string, path: string): Promise<FileText[]> {
  const folder = isFolder(path) ? path : undefined;
  const names =
    folder !== undefined || isPattern(path)
      ? await filesMatching(folder === undefined ? path : '**/*', folder)
      : [path];
  if (names.length === 0) {
    throw new UserError(
      `${option}: there is no file in "${path}", seen from ${process.cwd()}. Give the path of your ${option}.`,
    );
  }
  return names.map((name) => {
    const file = folder === undefined ? name : `${folder.replace(/[\\/]+$/, '')}/${name}`;
    const bytes = file.endsWith('.gz')
      ? Buffer.from(textOf(option, file))
      : readBounded(option, file);
    return { path: file, name, text: plainText(file, bytes, option).replace(/^\uFEFF/, '') };
  });
}

/** Documents, each with an id, or what a retriever found for each question. */
async function documentsIn(texts: readonly FileText[] = []) {
  const results = new Map<string, QuestionRecord>();
  const [first] = texts;
  if (!first || texts.length > 1 || !RECORDS.test(first.path)) {
    const own = texts.map(({ name, text }): OwnDocument => {
      const title = baseName(name).replace(/\.\w+$/, '');
      return { id: name, title, text: text.trim() };
    });
    return { own, results };
  }
  const either = z.union(
    [documentSchema, questionSchema.required({ ctxs: true })],
    'is no document',
  );
  const own: OwnDocument[] = [];
  for (const [i, record] of (await recordsIn('documents', first, either, DOCUMENTS)).entries()) {
    if ('question' in record && 'ctxs' in record)
      results.set(record.question as string, record as QuestionRecord);
    else own.push(asDocument(record as z.output<typeof documentSchema>, `${i + 1}`));
  }
  return { own, results };
}

function asDocument(
  { id, ...fields }: z.output<typeof documentSchema>,
  otherwise: string,
): OwnDocument {
  const texts = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return { id: id ?? otherwise, ...Object.fromEntries(texts) };
}

async function recordsIn<T extends z.ZodType>(
  option: string,
  { path, text }: FileText,
  schema: T,
  shape: string,
): Promise<z.output<T>[]> {
  const values = await valuesIn(option, path, text, shape);
  const columns = Object.keys(values[0] ?? {});
  const needed = option === 'questions' ? 'question' : 'text';
  if (values.length > 0 && /\.csv\b/i.test(path) && !columns.includes(needed)) {
    throw new UserError(
      `${option}: ${path} has no column \`${needed}\`. Its columns are ${columns.join(', ')}.`,
    );
  }
  if (values.length === 0) throw new UserError(`${option}: ${path} has no record. ${shape}`);
  return values.map((value, i) =>
    checked(value, schema, {
      where: `${option}: ${path}, record ${i + 1}`,
      whole: 'the record',
      shape,
    }),
  );
}

async function valuesIn(
  option: string,
  path: string,
  text: string,
  shape: string,
): Promise<unknown[]> {
  const [, kind = ''] = RECORDS.exec(path) ?? [];
  try {
    if (/^(jsonl|ndjson)$/i.test(kind)) {
      return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line)]));
    }
    if (/^csv$/i.test(kind)) {
      const { parse } = await import('csv-parse/sync');
      return parse(text, { columns: true, skip_empty_lines: true, trim: true, cast: cellValue });
    }
    const { parse } = await import('yaml');
    const value = /^json$/i.test(kind)
      ? JSON.parse(text)
      : /^ya?ml$/i.test(kind)
        ? parse(text)
        : undefined;
    if (Array.isArray(value)) return value;
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('\n');
    throw new UserError(
      `${option}: ${path} cannot be read (${reason.replace(/\.$/, '')}). ${shape}`,
    );
  }
  throw new UserError(
    `${option}: ${path} is no list of records in JSONL, JSON, YAML or CSV. ${shape}`,
  );
}

/** A cell with JSON in it is what that says, an empty one is left out. */
function cellValue(cell: string, { header }: { header: boolean }): unknown {
  if (header) return cell;
  if (cell === '') return undefined;
  return /^[[{]/.test(cell) ? JSON.parse(cell) : cell;
}

/** What gold documents are looked up in. */
interface Asker {
  byId: ReadonlyMap<string, OwnDocument>;
  text: string;
  where: string;
}

function questionOf(record: QuestionRecord, index: number, asker: Asker): OwnQuestion {
  const { question, answers = [], assert = [], gold = [], ctxs, ...fields } = record;
  const fail = (what: string) => {
    throw new UserError(`questions: number ${index + 1} (${startText(question)}) ${what}`);
  };
  if (answers.length + assert.length === 0) {
    fail(
      'has no `answers` and no `assert`. Give one of them, since nothing else says what is right.',
    );
  }
  const documentFor = (one: z.output<typeof goldSchema>, name: string) => {
    if (typeof one !== 'string') return asDocument(one as z.output<typeof documentSchema>, name);
    const found = asker.byId.get(one);
    if (found) return found;
    const near = closest(one, [...asker.byId.keys()]);
    return fail(
      `has the document "${one}", which is not in ${asker.where}. ${near ? `Did you mean "${near}"?` : 'It has no documents.'}`,
    );
  };
  const places = gold.flatMap((one) =>
    typeof one === 'object' && ('quote' in one || 'start' in one)
      ? [placeOf(one, asker, fail)]
      : [],
  );
  if (places.length > 0 && gold.length > 1)
    fail('has several `gold`, of which one is a place in the text. Give one place.');
  const retrieved = ctxs?.map((one, i) => documentFor(one, `${index + 1}.${i + 1}`));
  const marked = (retrieved ?? []).filter(({ isgold }) => isgold === 'true');
  const named =
    places.length > 0 ? [] : gold.map((one, i) => documentFor(one, `gold ${index + 1}.${i + 1}`)!);
  return {
    question,
    answers,
    assert: assert as unknown as Assertion[],
    gold: gold.length > 0 ? named : (marked as OwnDocument[]),
    ...(places[0] && { passage: places[0] }),
    ...(retrieved && { retrieved: retrieved as OwnDocument[] }),
    fields,
  };
}

/** The sentences in which a quotation or a place lies. White space makes no difference to a quotation. */
function placeOf(
  gold: { quote?: unknown; start?: unknown; end?: unknown },
  { text, where }: Asker,
  fail: (what: string) => never | void,
): Passage {
  let { start, end } = gold as { start: number; end: number };
  if (typeof gold.quote === 'string') {
    const pattern = new RegExp(gold.quote.split(/\s+/).map(literal).join('\\s+'), 'gu');
    const found = [...text.matchAll(pattern)];
    if (found.length !== 1) {
      fail(
        `quotes ${JSON.stringify(gold.quote)}, which stands in ${where} ${found.length} times. Quote what stands there once.`,
      );
    }
    start = found[0]!.index;
    end = start + found[0]![0].length;
  } else if (end > text.length)
    fail(`has a place up to character ${end}, but ${where} has ${text.length}. Give one in it.`);
  const boundaries = sentenceBoundaries(text);
  return {
    from: boundaries.findLastIndex((boundary) => boundary <= start),
    to: boundaries.findIndex((boundary) => boundary >= end),
  };
}
