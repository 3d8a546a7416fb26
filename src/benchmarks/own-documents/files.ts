import { join } from 'node:path';
import { closest } from 'fastest-levenshtein';
import { z } from 'zod';
import { parseYaml } from '../../base/datasets.js';
import { digestOf, isFolder } from '../../base/files/files.js';
import { filesMatching, isPattern } from '../../base/files/patterns.js';
import { once } from '../../base/kept.js';
import { Latest } from '../../base/latest.js';
import { baseName, type FileReference } from '../../base/references.js';
import { literal } from '../../base/text/literal.js';
import { counted, startText } from '../../base/text/texts.js';
import { UserError } from '../../base/user-error.js';
import type { Assertion } from '../../contract/promptfoo.js';
import { noTextAtAll, plainText } from '../../haystack/plain-text.js';
import { sentenceBoundaries } from '../../haystack/sentences.js';
import { bytesOf, checkedRecord } from '../published/published-records.js';

export interface OwnDocument {
  id: string;
  title: string;
  text: string;
  [field: string]: string;
}

export interface OwnPassage {
  /** All words with the white space before them. The first has a blank line. */
  words: readonly string[];
  /** First word of the answering sentences, and the one behind the last. */
  from: number;
  to: number;
  text: string;
}

export interface OwnQuestion {
  question: string;
  /** Absent if only its own assertions judge. */
  answers: string[];
  assert: Assertion[];
  gold: OwnDocument[];
  passage?: OwnPassage;
  retrieved?: OwnDocument[];
  /** Other fields of its record. A list is JSON, since promptfoo would make several tests of it. */
  fields: Record<string, string>;
}

interface OwnFiles {
  questions: Map<number, OwnQuestion>;
  documents: OwnDocument[];
  /** What was left out of them, and why: sentences. */
  skipped: string[];
}

export interface FileReferences {
  questions: FileReference;
  documents?: FileReference;
}

const filled = z
  .string({ error: ({ input }) => (input === undefined ? 'is missing' : 'must be a text') })
  .trim()
  .min(1, 'must not be empty');
const idSchema = z.union([filled, z.number().transform(String)], 'must be an id');
const fieldSchema = z
  .unknown()
  .transform((value) => (typeof value === 'object' ? JSON.stringify(value) : `${value}`));
const listOf = <T extends z.ZodType>(item: T, message: string) =>
  z.union([z.array(item), item.transform((value) => [value])], message).default([]);

/** LangChain's documents have text in `page_content` (`pageContent` in JavaScript) and the rest in `metadata`. */
function withText(record: unknown): unknown {
  if (typeof record !== 'object' || record === null || 'text' in record) return record;
  const { page_content, pageContent, metadata, ...others } = record as Record<string, unknown>;
  const text = page_content ?? pageContent;
  if (text === undefined) return record;
  const { id, title } = (metadata ?? {}) as { id?: unknown; title?: unknown };
  const named = { id: others.id ?? id ?? undefined, title: others.title ?? title ?? undefined };
  return { ...others, ...named, ...(metadata !== undefined && { metadata }), text };
}

const documentSchema = z.preprocess(
  withText,
  z
    .object({ id: idSchema.optional(), title: z.string().default(''), text: filled })
    .catchall(fieldSchema),
);

const goldSchema = z.union([idSchema, z.strictObject({ quote: filled }), documentSchema]);

const GOLD = 'must be ids or documents with `text`, one or a list of them, or one `quote`';

const taken = z.undefined('is a var that every test has. Rename this field').optional();

const questionSchema = z
  .object({
    question: filled,
    answers: listOf(idSchema, 'must be a text or a list of texts'),
    assert: z
      .array(z.looseObject({ type: z.string() }), 'must be a list of assertions')
      .default([]),
    gold: listOf(goldSchema, GOLD).refine((all) => all.length < 2 || !all.some(isQuote), GOLD),
    ctxs: z.array(z.union([idSchema, documentSchema])).optional(),
    case: taken,
    prompt: taken,
    context: taken,
    documents: taken,
  })
  .catchall(fieldSchema);

const resultSchema = z.object({ question: filled, ctxs: questionSchema.shape.ctxs.unwrap() });

const answered = questionSchema.refine(
  ({ answers, assert }) => answers.length + assert.length > 0,
  {
    path: ['answers'],
    message:
      'must be given, by this name (not `answer`), or `assert`: nothing else says what is right',
  },
);

type Results = z.output<typeof resultSchema>['ctxs'];

type Gold = z.output<typeof goldSchema>;

function isQuote(gold: Gold): gold is { quote: string } {
  return typeof gold === 'object' && 'quote' in gold;
}

const QUESTIONS =
  'A record has `question`, and `answers` or `assert`; and if you like `gold`, `ctxs` and fields of your own.';
const DOCUMENTS =
  'A record has `text`, and if you like `id` and `title`; or `question` and `ctxs`.';

const known = new Latest<OwnFiles>(4);

const keyOf = ({ questions, documents }: FileReferences) => JSON.stringify([questions, documents]);

export function filesOf(references: FileReferences): OwnFiles {
  return known.get(keyOf(references))!;
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
 * Reads questions and documents.
 *
 * @param wanted - what they must still be
 * @throws {UserError} as `loadFiles` does
 */
export async function readFiles(
  questionsPath: string,
  documentsPath: string | undefined,
  wanted?: FileReferences,
): Promise<{ references: FileReferences; files: OwnFiles }> {
  const questions = fileText('questions', questionsPath);
  const { documents, skipped } = documentsPath
    ? await textsIn(documentsPath)
    : { documents: [], skipped: new Map<string, string>() };
  const refer = (file: string, content: unknown) => ({
    file,
    sha256: digestOf(JSON.stringify(content)),
  });
  const references = {
    questions: refer(questionsPath, questions),
    ...(documentsPath && { documents: refer(documentsPath, documents) }),
  };
  if (wanted && keyOf(references) !== keyOf(wanted)) {
    throw new UserError(
      `${questionsPath}, or its documents, have changed since this test case was made, so its prompt cannot be ` +
        'built again. Restore them, or generate the test cases again.',
    );
  }
  const same = known.get(keyOf(references));
  if (same) return { references, files: same };
  const { own, results, empty } = await documentsIn(documents);
  const asked = await recordsIn('questions', questions, answered, QUESTIONS);
  const leftOut = new Map([
    ...skipped,
    ...empty.flatMap(({ id }) => (id ? [[id, 'is empty'] as const] : [])),
  ]);
  const resolve = resolverIn(own, documentsPath ?? questionsPath, leftOut);
  const files = {
    documents: own,
    questions: new Map(
      asked.records.map(({ record, number }) => {
        const found = record.ctxs ?? results.get(record.question);
        return [number - 1, resolve(record, found, number)] as const;
      }),
    ),
    skipped: [
      ...[...skipped].map(([name, why]) => `documents: "${name}" is left out, since it ${why}.`),
      ...skippedRecords(documents[0], empty),
      ...skippedRecords(questions, asked.empty),
    ],
  };
  // Documents and gold ones that come with questions are distractors of others, too.
  if (own.length === 0) {
    const all = [...files.questions.values()].flatMap(({ gold, retrieved = [] }) => [
      ...gold,
      ...retrieved,
    ]);
    files.documents = [...new Map(all.map((document) => [document.text, document])).values()];
  }
  known.set(keyOf(references), files);
  return { references, files };
}

export function inSentences(text: string): string[] {
  const boundaries = sentenceBoundaries(text);
  return boundaries.slice(1).map((end, i) => text.slice(boundaries[i], end));
}

interface FileText {
  name: string;
  text: string;
}

function fileText(option: string, file: string, name = file): FileText {
  return { name, text: plainText(file, bytesOf(option, file), option).replace(/^\uFEFF/, '') };
}

/**
 * Reads the texts of a folder, pattern or file. Of several, empty files and those without text are left out.
 *
 * @throws {UserError} when nothing is left
 */
async function textsIn(path: string) {
  const inFolder = isFolder(path);
  const names = inFolder
    ? await filesMatching('**/*', path)
    : isPattern(path)
      ? await filesMatching(path)
      : [path];
  const documents: FileText[] = [];
  const skipped = new Map<string, string>();
  for (const name of names) {
    const file = inFolder ? join(path, name) : name;
    const why = noTextAtAll(bytesOf('documents', file));
    if (why === undefined) documents.push(fileText('documents', file, name));
    else skipped.set(name, why);
  }
  if (documents.length > 0) return { documents, skipped };
  const [[name, why] = []] = [...skipped];
  throw new UserError(
    name === undefined
      ? `documents: there is no file in "${path}", seen from ${process.cwd()}. Give the path of your documents.`
      : `documents: "${name}" ${why}.`,
  );
}

type Parse = (text: string) => unknown;

const jsonLines: Parse = (text) =>
  text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line)]));

/** Parsers by file ending. */
const FORMATS: Readonly<Record<string, () => Parse | Promise<Parse>>> = {
  jsonl: () => jsonLines,
  json: () => JSON.parse,
  yaml: () => parseYaml,
  yml: () => parseYaml,
  async csv() {
    const { parse } = await import('csv-parse/sync');
    const options = { columns: true, skip_empty_lines: true, trim: true, cast };
    return (text) => parse(text, { ...options, delimiter: delimiterOf(text) });
  },
};

/** Finds the delimiter: a comma, or what spreadsheets of other countries write. */
function delimiterOf(text: string): string {
  const [header = ''] = text
    .replace(/"[^"]*"/g, '')
    .trimStart()
    .split('\n', 1);
  const often = (delimiter: string) => header.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, delimiter) =>
    often(delimiter) > often(best) ? delimiter : best,
  );
}

/** Parses a cell with JSON. An empty one is left out. */
function cast(cell: string, { header }: { header: boolean }): unknown {
  if (header) return cell;
  return /^[[{]/.test(cell) ? JSON.parse(cell) : cell || undefined;
}

const formatOf = ({ name }: FileText) =>
  FORMATS[/\.(\w+)(\.gz)?$/.exec(name)?.[1]?.toLowerCase() ?? ''];

interface EmptyRecord {
  number: number;
  id: string | undefined;
}

async function recordsIn<T extends z.ZodType>(
  option: string,
  file: FileText,
  schema: T,
  shape: string,
) {
  let values: unknown;
  try {
    values = (await formatOf(file)?.())?.(file.text);
  } catch (error) {
    const [reason = ''] = (error as Error).message.split('\n');
    throw new UserError(
      `${option}: ${file.name} cannot be read (${reason.replace(/\.$/, '')}). ${shape}`,
    );
  }
  if (!Array.isArray(values) || values.length === 0) {
    throw new UserError(
      `${option}: ${file.name} has no records in JSONL, JSON, YAML or CSV. ${shape}`,
    );
  }
  const records: { record: z.output<T>; number: number }[] = [];
  const empty: EmptyRecord[] = [];
  for (const [i, value] of values.entries()) {
    const where = `${option}: ${file.name}, record ${i + 1}`;
    if (isEmpty(value)) empty.push({ number: i + 1, id: idOf(value) });
    else {
      const record = checkedRecord(value, schema, { where, whole: 'the record', shape });
      records.push({ record, number: i + 1 });
    }
  }
  if (records.length > 0) return { records, empty };
  throw new UserError(`${option}: all records of ${file.name} are empty. ${shape}`);
}

/** Tells whether a record is empty: without fields, with empty ones, or a document without a word. */
function isEmpty(value: unknown): boolean {
  const record = withText(value);
  if (typeof record !== 'object' || record === null) return value === null;
  const isBlank = (field: unknown) =>
    field === undefined || field === null || (typeof field === 'string' && field.trim() === '');
  return 'text' in record ? isBlank(record.text) : Object.values(record).every(isBlank);
}

function idOf(record: unknown): string | undefined {
  const { id } = (withText(record) ?? {}) as { id?: unknown };
  return id === undefined || id === null || id === '' ? undefined : `${id}`;
}

const NAMED = 5;

/** @example numbersText([1, 2, 3, 4, 5, 6]) // '1, 2, 3, 4, 5 and 1 more' */
export function numbersText(numbers: readonly number[]): string {
  const more = numbers.length - NAMED;
  return numbers.slice(0, NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function skippedRecords(file: FileText | undefined, empty: readonly EmptyRecord[]): string[] {
  if (!file || empty.length === 0) return [];
  const named = numbersText(empty.map(({ number }) => number));
  return [
    `${file.name}: ${counted(empty.length, 'record')} without text left out (number ${named}).`,
  ];
}

/** Returns documents, each with an id, or what a retriever found for each question. */
async function documentsIn(texts: readonly FileText[]) {
  const results = new Map<string, Results>();
  const [first] = texts;
  if (!first || texts.length > 1 || !formatOf(first)) {
    const own = texts.map(({ name, text }): OwnDocument => {
      const title = baseName(name).replace(/\.\w+$/, '');
      return { id: name, title, text: text.trim() };
    });
    return { own, results, empty: [] };
  }
  const either = z.union([documentSchema, resultSchema], 'is no document');
  const own = new Map<string, OwnDocument>();
  const { records, empty } = await recordsIn('documents', first, either, DOCUMENTS);
  for (const { record, number } of records) {
    if (!('text' in record)) {
      results.set(record.question, record.ctxs);
      continue;
    }
    const { id = `${number}` } = record;
    if (own.has(id)) {
      throw new UserError(
        `documents: two documents of ${first.name} have the id "${id}". Give every document an id of its own.`,
      );
    }
    own.set(id, { ...record, id });
  }
  return { own: [...own.values()], results, empty };
}

function resolverIn(
  documents: readonly OwnDocument[],
  where: string,
  leftOut: ReadonlyMap<string, string>,
) {
  const byId = new Map(documents.map((document) => [document.id, document]));
  const text = once(() => `\n\n${documents.map((document) => document.text).join('\n\n')}`);
  const boundaries = once(() => sentenceBoundaries(text()));
  const sentences = once(() => inSentences(text()).map((sentence) => sentence.match(WORD)!));
  const words = once(() => sentences().flat());
  return (record: z.output<typeof questionSchema>, found: Results | undefined, number: number) => {
    const { question, answers, assert, gold, ctxs: _, ...fields } = record;
    const fail = (what: string): never => {
      throw new UserError(`questions: number ${number} (${startText(question)}) ${what}`);
    };
    const documentOf = (given: string | z.output<typeof documentSchema>, otherwise: string) => {
      if (typeof given !== 'string') return { ...given, id: given.id ?? otherwise } as OwnDocument;
      const found = byId.get(given);
      if (found) return found;
      const why = leftOut.get(given);
      if (why !== undefined) return fail(`has the document "${given}", which ${why}.`);
      const near = closest(given, [...byId.keys()]);
      const hint = near ? `Did you mean "${near}"?` : 'It has no documents.';
      return fail(`has the document "${given}", which is not in ${where}. ${hint}`);
    };
    /** Finds the sentences with a quotation, whatever its white space. */
    const passageOf = ({ quote }: { quote: string }): OwnPassage => {
      const pattern = new RegExp(quote.split(/\s+/).map(literal).join('\\s+'), 'gu');
      const found = [...text().matchAll(pattern)];
      const [{ index: start = 0, 0: quoted = '' } = {}] = found;
      if (found.length !== 1) {
        fail(
          `quotes ${JSON.stringify(quote)}, which stands in ${where} ${found.length} times. Quote what stands there once.`,
        );
      }
      const first = boundaries().findLastIndex((place) => place <= start);
      const last = boundaries().findIndex((place) => place >= start + quoted.length);
      const from = sentences().slice(0, first).flat().length;
      const own = sentences().slice(first, last).flat();
      return { words: words(), from, to: from + own.length, text: own.join('').trim() };
    };
    const retrieved = found?.map((result, i) => documentOf(result, `${number}.${i + 1}`));
    const quotes = gold.filter(isQuote).map(passageOf);
    const named = gold.flatMap((reference, i) =>
      isQuote(reference) ? [] : [documentOf(reference, `gold ${number}.${i + 1}`)],
    );
    return {
      question,
      answers,
      assert: assert as unknown as Assertion[],
      gold: gold.length > 0 ? named : (retrieved ?? []).filter(({ isgold }) => isgold === 'true'),
      ...(quotes[0] && { passage: quotes[0] }),
      ...(retrieved && { retrieved }),
      fields: fields as Record<string, string>,
    };
  };
}

/** Matches a word with the white space before it, or one character without spaces. */
const WORD = /\s*(?:\p{Script=Han}|[^\s\p{Script=Han}]+)/gu;
