import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isFile, noJson } from '../base/files/files.js';
import { groupBy } from '../base/group-by.js';
import { kept } from '../base/kept.js';
import { parseJson } from '../base/text/from-json.js';
import { UserError } from '../base/user-error.js';
import type { ProviderResponse } from '../contract/promptfoo.js';

export interface RecordedAnswersConfig {
  /** A file of the authors' (`.jsonl`), or results of promptfoo (`.json`, `.jsonl`). */
  file: string;
  /** Label or id of the provider whose answers are taken, where a file has several. */
  provider?: string;
}

interface Recording {
  prompt: string;
  response: ProviderResponse;
  /** Label and id of the provider, in results of promptfoo. */
  names: string[];
}

type Recordings = Map<string, Recording[]>;

const files = new Map<string, Recordings>();

/**
 * The recorded response to a prompt; an error that says so when there is none.
 *
 * @param repeat - which of several recorded answers of the same provider is wanted, from 0
 * @throws {UserError} when the file cannot be read, or answers of several providers are in question
 */
export function recordedAnswer(
  { file, provider }: RecordedAnswersConfig,
  prompt: string,
  repeat: number,
): ProviderResponse {
  const recordings = kept(files, file, () => readRecordings(file));
  const all = recordings.get(keyOf(prompt)) ?? [];
  const found = provider ? all.filter(({ names }) => names.includes(provider)) : all;
  if (found.length === 0) {
    const start = JSON.stringify(prompt.slice(0, 60));
    const whose = provider && all.length > 0 ? ` by the provider "${provider}"` : '';
    return {
      error: `RecordedAnswers: ${file} has no answer${whose} to this prompt (it begins ${start}).`,
    };
  }
  const providers = new Set(found.map(({ names }) => names.join(' ')));
  if (providers.size > 1) {
    throw new UserError(
      `RecordedAnswers: ${file} has answers of several providers to this prompt: ` +
        `${[...providers].join(', ')}. Choose one with \`provider\`.`,
    );
  }
  return found[repeat % found.length]!.response;
}

function keyOf(prompt: string): string {
  return createHash('sha256').update(prompt.replace(/\s+/g, ' ').trim()).digest('hex');
}

function readRecordings(file: string): Recordings {
  if (!isFile(file)) {
    throw new UserError(
      `RecordedAnswers: there is no file "${file}" in ${process.cwd()}. Paths are relative to the ` +
        'folder promptfoo is started in.',
    );
  }
  const other = noJson(file);
  if (other !== undefined) throw new UserError(`RecordedAnswers: ${other}.`);
  const all = rowsOf(readFileSync(file, 'utf8'), file).flatMap((row) => toRecording(row) ?? []);
  const recordings: Recordings = groupBy(all, ({ prompt }) => keyOf(prompt));
  if (recordings.size === 0) {
    throw new UserError(
      `RecordedAnswers: ${file} holds no recorded answer. It must be a file of the authors' ` +
        '(`question` and `answer` on each line) or results of promptfoo.',
    );
  }
  return recordings;
}

/** The rows of promptfoo's results, or of a file with one JSON object on each line. */
function rowsOf(text: string, file: string): unknown[] {
  const whole = parseJson(text);
  if (whole !== undefined) {
    const { results } = whole as { results?: unknown };
    const rows = (results as { results?: unknown } | undefined)?.results ?? results ?? whole;
    return Array.isArray(rows) ? rows : [rows];
  }
  return text.split('\n').flatMap((line, i) => {
    if (line.trim() === '') return [];
    const row = parseJson(line);
    if (row === undefined) {
      throw new UserError(
        `RecordedAnswers: ${file}, line ${i + 1} is not JSON. Restore or shorten the file.`,
      );
    }
    return [row];
  });
}

/** Nothing is paid for it again; it is no answer out of promptfoo's cache, where nobody knows that it is an old one. */
const RECORDED = { cached: true, metadata: { recorded: true } } as const;

/** A row of the authors' or of promptfoo's; nothing for a row without prompt or answer. */
function toRecording(row: unknown): Recording | undefined {
  if (typeof row !== 'object' || row === null) return undefined;
  const { question, answer } = row as { question?: unknown; answer?: unknown };
  if (typeof question === 'string' && answer !== undefined) {
    const { prompt_tokens: prompt = 0, completion_tokens: completion = 0 } = row as Record<
      string,
      number
    >;
    const tokenUsage = { prompt, completion, total: prompt + completion };
    return {
      prompt: question,
      response: { output: answer as string, tokenUsage, ...RECORDED },
      names: [],
    };
  }
  const { prompt, response, provider } = row as {
    prompt?: { raw?: unknown };
    response?: ProviderResponse;
    provider?: { id?: string; label?: string };
  };
  if (typeof prompt?.raw !== 'string' || response?.output === undefined) return undefined;
  const { output, tokenUsage, cost } = response;
  return {
    prompt: prompt.raw,
    response: {
      output,
      ...RECORDED,
      ...(tokenUsage && { tokenUsage }),
      ...(cost !== undefined && { cost }),
    },
    names: [...new Set([provider?.label, provider?.id])].filter((name) => name !== undefined),
  };
}
