/**
 * Who changed an answer between its provider and `score`. promptfoo lets a `transform` of the provider, of the test
 * (or `defaultTest`) and of an assertion do that, in this order. What one of them took away, the model has said: it
 * is no loss of memory.
 */
import { parseJson } from '../base/text/from-json.js';
import { say } from '../base/text/language.js';
import type { Scored } from '../benchmarks/benchmark.js';
import type { Transform, TransformOwner } from '../contract/transforms.js';

/** Describes an answer's way through promptfoo. Any field may be missing or something else. */
interface Way {
  /** What `score` was given. */
  output: unknown;
  /** promptfoo's `ProviderResponse` of the assertion. */
  response: unknown;
  provider: unknown;
  test: unknown;
  /** The assertion that called `score`. */
  assertion: unknown;
}

/** Keeps an answer as it was before a transform, if promptfoo reports it. */
export interface Before {
  by: TransformOwner;
  answer?: { output: unknown };
}

type Fields = Readonly<Record<string, unknown>>;

interface Change {
  transform: Transform;
  said: string;
}

type ScoreOf = (output: unknown) => Scored;

/** Returns what each transform of an answer did to its score, in their order. */
export function changesOf(way: Way, score: number, scoreOf: ScoreOf): Change[] {
  return transformsOf(way).map((change) => changeIn(change, score, scoreOf));
}

/** Says what a transform did to a score, where it matters. */
function changeIn({ by, answer }: Before, score: number, scoreOf: ScoreOf): Change {
  const whose = OWNERS[by]();
  if (!answer) {
    return {
      transform: { by, effect: 'unknown' },
      said:
        score < 1
          ? say`${whose} may have changed the answer. What it was before is not known.`
          : '',
    };
  }
  const before = scoreOf(answer.output);
  const isRead = before.readable && before.metadata.reading !== 'doubtful';
  if (!isRead || before.score <= score) return { transform: { by, effect: 'kept' }, said: '' };
  const { marks } = before.metadata;
  const held =
    Array.isArray(marks) && marks.length > 0
      ? say`${marks.filter((mark) => mark === 1).length} of ${marks.length} were there`
      : say`its score was ${before.score.toFixed(3)}`;
  return {
    transform: { by, effect: 'removed' },
    said: say`${whose} changed the answer. Before that, ${held}.`,
  };
}

const OWNERS: Readonly<Record<TransformOwner, () => string>> = {
  provider: () => say`The provider's \`transform\``,
  test: () => say`The test's \`transform\``,
  assertion: () => say`The assertion's \`transform\``,
};

/** Lists the transforms that changed an answer, in their order, each with the answer before it. */
export function transformsOf({ output, response, provider, test, assertion }: Way): Before[] {
  const told = fields(response);
  const { options } = fields(test);
  const asGraded = 'output' in told ? told.output : output;
  // Without it, promptfoo had nothing to tell apart.
  const asProvided =
    'providerTransformedOutput' in told ? told.providerTransformedOutput : asGraded;
  const changes: Before[] = [];
  if (fields(provider).transform) {
    const original = answerIn(told.raw);
    if (original === undefined) changes.push({ by: 'provider' });
    else if (!isSame(original, asProvided)) {
      changes.push({ by: 'provider', answer: { output: original } });
    }
  }
  const isOfTest = Boolean(fields(options).transform || fields(options).postprocess);
  if (isOfTest && !isSame(asProvided, asGraded)) {
    changes.push({ by: 'test', answer: { output: asProvided } });
  }
  if (fields(assertion).transform && !isSame(asGraded, output)) {
    changes.push({ by: 'assertion', answer: { output: asGraded } });
  }
  return changes;
}

function isSame(before: unknown, behind: unknown): boolean {
  if (before === behind) return true;
  if (typeof before === 'string' && typeof behind === 'string') return false;
  return jsonOf(before) === jsonOf(behind);
}

/** Returns nothing for a value with cycles, which a program may give. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/**
 * The answer in what a provider keeps of its response as it came: the text alone, or the body of an API as OpenAI,
 * Anthropic, Google or Ollama write it, thinking left out.
 */
export function answerIn(raw: unknown): string | undefined {
  const body = typeof raw === 'string' ? parsed(raw) : raw;
  if (body === undefined) return raw as string | undefined;
  const { choices, output, content, candidates, message, response } = fields(body);
  const [choice] = list(choices).map(fields);
  const [candidate] = list(candidates).map(fields);
  const texts = [
    textIn(fields(choice?.message).content ?? choice?.text),
    textIn(list(output).flatMap((item) => list(fields(item).content))),
    textIn(content),
    textIn(fields(candidate?.content).parts),
    textIn(fields(message).content),
    textIn(response),
  ];
  return texts.find((text) => text !== undefined);
}

/** Returns a text, or joins the texts of blocks other than thinking. */
function textIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  const texts = list(value)
    .map(fields)
    .flatMap(({ text, thought }) => (typeof text === 'string' && thought !== true ? text : []));
  return texts.length > 0 ? texts.join('\n') : undefined;
}

/** Parses a body that was kept as text. Nothing if it is the answer itself, which may be JSON too. */
function parsed(text: string): unknown {
  if (!/^\s*\{/.test(text)) return undefined;
  const body = parseJson(text);
  return answerIn(body) === undefined ? undefined : body;
}

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
