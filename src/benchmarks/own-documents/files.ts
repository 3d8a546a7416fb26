/** The files of `ownDocuments`: questions, documents and retrieval results of the user's own. */
import { join } from 'node:path';
import { closest } from 'fastest-levenshtein';
import type { Assertion } from 'promptfoo';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { digestOf, isFolder } from '../../base/files/files.js';
import { filesMatching, isPattern } from '../../base/files/patterns.js';
import { once } from '../../base/kept.js';
import { Latest } from '../../base/latest.js';
import { baseName, type FileReference } from '../../base/references.js';
import { literal } from '../../base/text/literal.js';
import { startText } from '../../base/text/texts.js';
import { UserError } from '../../base/user-error.js';
import { plainText } from '../../haystack/plain-text.js';
import { sentenceBoundaries } from '../../haystack/sentences.js';
import { bytesOf, checked } from '../published/published-records.js';

/** A document, with whatever other fields its record has. */
export interface OwnDocument {
  id: string;
  title: string;
  text: string;
  [field: string]: string;
}

/** Where the answer stands in a text. */
export interface Passage {
  /** All words of the text, with the white space in front of them; a blank line in front of the first. */
  words: readonly string[];
  /** The first word of the sentences that answer, and the one behind the last. */
  from: number;
  to: number;
  /** These sentences. */
  text: string;
}

export interface OwnQuestion {
  question: string;
  /** Accepted answers; none where only its own assertions judge. */
  answers: string[];
  /** promptfoo's assertions of its own. */
  assert: Assertion[];
  gold: OwnDocument[];
  /** Instead of gold documents. */
  passage?: Passage;
  /** What a retriever found, in its order. */
  retrieved?: OwnDocument[];
  /** All other fields of its record; promptfoo would make several tests of a list, so that one is JSON. */
  fields: Record<string, string>;
}

interface OwnFiles {
  questions: OwnQuestion[];
  documents: OwnDocument[];
}

/** The files that a Case refers to. */
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
const listOf = <T extends z.ZodType>(one: T, message: string) =>
  z.union([z.array(one), one.transform((value) => [value])], message).default([]);

const documentSchema = z
  .object({ id: idSchema.optional(), title: z.string().default(''), text: filled })
  .catchall(fieldSchema);

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
  { path: ['answers'], message: 'must be given, or `assert`: nothing else says what is right' },
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
  const questions = fileText('questions', questionsPath);
  const documents = documentsPath ? await textsIn(documentsPath) : [];
  if (documentsPath && documents.length === 0) {
    throw new UserError(
      `documents: there is no file in "${documentsPath}", seen from ${process.cwd()}. Give the path of your documents.`,
    );
  }
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
  const { own, results } = await documentsIn(documents);
  const records = await recordsIn('questions', questions, answered, QUESTIONS);
  const resolve = resolverIn(own, documentsPath ?? questionsPath);
  const files = {
    documents: own,
    questions: records.map((record, i) =>
      resolve(record, record.ctxs ?? results.get(record.question), i + 1),
    ),
  };
  // Retrieved documents and gold ones that stand with questions are distractors of the others, too.
  if (own.length === 0) {
    const all = files.questions.flatMap(({ gold, retrieved = [] }) => [...gold, ...retrieved]);
    files.documents = [...new Map(all.map((one) => [one.text, one])).values()];
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
  /** Seen from the folder that was named. */
  name: string;
  text: string;
}

function fileText(option: string, file: string, name = file): FileText {
  return { name, text: plainText(file, bytesOf(option, file), option).replace(/^\uFEFF/, '') };
}

async function textsIn(path: string): Promise<FileText[]> {
  if (isFolder(path)) {
    const names = await filesMatching('**/*', path);
    return names.map((name) => fileText('documents', join(path, name), name));
  }
  const names = isPattern(path) ? await filesMatching(path) : [path];
  return names.map((name) => fileText('documents', name));
}

type Parse = (text: string) => unknown;

const jsonLines: Parse = (text) =>
  text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line)]));

/** How records are read, by the ending of their file. */
const FORMATS: Readonly<Record<string, () => Parse | Promise<Parse>>> = {
  jsonl: () => jsonLines,
  json: () => JSON.parse,
  yaml: () => parseYaml,
  yml: () => parseYaml,
  async csv() {
    const { parse } = await import('csv-parse/sync');
    return (text) => parse(text, { columns: true, skip_empty_lines: true, trim: true, cast });
  },
};

/** A cell with JSON in it is what that says, an empty one is left out. */
function cast(cell: string, { header }: { header: boolean }): unknown {
  if (header) return cell;
  return /^[[{]/.test(cell) ? JSON.parse(cell) : cell || undefined;
}

const formatOf = ({ name }: FileText) =>
  FORMATS[/\.(\w+)(\.gz)?$/.exec(name)?.[1]?.toLowerCase() ?? ''];

async function recordsIn<T extends z.ZodType>(
  option: string,
  file: FileText,
  schema: T,
  shape: string,
): Promise<z.output<T>[]> {
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
  return values.map((value, i) => {
    const where = `${option}: ${file.name}, record ${i + 1}`;
    return checked(value, schema, { where, whole: 'the record', shape });
  });
}

/** Documents, each with an id of its own, or what a retriever found for each question. */
async function documentsIn(texts: readonly FileText[]) {
  const results = new Map<string, Results>();
  const [first] = texts;
  if (!first || texts.length > 1 || !formatOf(first)) {
    const own = texts.map(({ name, text }): OwnDocument => {
      const title = baseName(name).replace(/\.\w+$/, '');
      return { id: name, title, text: text.trim() };
    });
    return { own, results };
  }
  const either = z.union([documentSchema, resultSchema], 'is no document');
  const own = new Map<string, OwnDocument>();
  for (const [i, record] of (await recordsIn('documents', first, either, DOCUMENTS)).entries()) {
    if (!('text' in record)) {
      results.set(record.question, record.ctxs);
      continue;
    }
    const { id = `${i + 1}` } = record;
    if (own.has(id)) {
      throw new UserError(
        `documents: two documents of ${first.name} have the id "${id}". Give every document an id of its own.`,
      );
    }
    own.set(id, { ...record, id });
  }
  return { own: [...own.values()], results };
}

/** Looks up the documents and quotations of questions. */
function resolverIn(documents: readonly OwnDocument[], where: string) {
  const byId = new Map(documents.map((one) => [one.id, one]));
  const text = once(() => `\n\n${documents.map((one) => one.text).join('\n\n')}`);
  const boundaries = once(() => sentenceBoundaries(text()));
  const sentences = once(() => inSentences(text()).map((one) => one.match(WORD)!));
  const words = once(() => sentences().flat());
  return (record: z.output<typeof questionSchema>, found: Results | undefined, number: number) => {
    const { question, answers, assert, gold, ctxs: _, ...fields } = record;
    const fail = (what: string): never => {
      throw new UserError(`questions: number ${number} (${startText(question)}) ${what}`);
    };
    const documentOf = (one: string | z.output<typeof documentSchema>, otherwise: string) => {
      if (typeof one !== 'string') return { ...one, id: one.id ?? otherwise } as OwnDocument;
      const found = byId.get(one);
      if (found) return found;
      const near = closest(one, [...byId.keys()]);
      const hint = near ? `Did you mean "${near}"?` : 'It has no documents.';
      return fail(`has the document "${one}", which is not in ${where}. ${hint}`);
    };
    /** The sentences in which a quotation lies, to which white space makes no difference. */
    const passageOf = ({ quote }: { quote: string }): Passage => {
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
    const retrieved = found?.map((one, i) => documentOf(one, `${number}.${i + 1}`));
    const quotes = gold.filter(isQuote).map(passageOf);
    const named = gold.flatMap((one, i) =>
      isQuote(one) ? [] : [documentOf(one, `gold ${number}.${i + 1}`)],
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

/** A word with the white space in front of it; where no spaces are written, a character. */
const WORD = /\s*(?:\p{Script=Han}|[^\s\p{Script=Han}]+)/gu;
