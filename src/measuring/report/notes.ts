/** Notes above all figures: changes, missing results, answers that say nothing of memory, controls. */

import { largest, smallest } from '../../base/extremes.js';
import { say } from '../../base/text/language.js';
import { bad, folded, paragraph } from '../document/build.js';
import type { Block, Decision } from '../document/document.js';
import { cut } from '../document/drawer.js';
import { foreign } from '../document/foreign.js';
import { formTexts } from '../document/forms.js';
import { firstFew, rangeText } from '../document/words.js';
import { sinceTexts } from '../facts/evaluation/changes.js';
import { incompleteTexts } from '../facts/evaluation/completeness.js';
import { cachedText } from '../facts/evaluation/copies.js';
import { verdictOf } from '../facts/length-verdict.js';
import { addedSentences, ratedScoresText, transformTexts } from '../facts/tables/answer-notes.js';
import { controlText } from '../facts/tables/controls.js';
import { type ProblemCount, problemOfAnswers } from '../facts/tables/problems.js';
import { writtenText } from '../facts/tables/spent.js';
import type { ReportData } from '../facts/tables/tables.js';
import type { Model, View } from './models.js';

/** More notes are folded, since the models' sentences say the most important. */
const FEW_NOTES = 3;

/** In characters. errors.csv has all. */
const LONGEST_ERROR = 120;

/** A sentence names at most this many models. */
const NAMED = 4;

/** Names the first few models, and counts the others. */
export function named(models: readonly Pick<Model, 'name'>[]): string {
  return firstFew(
    models.map(({ name }) => name),
    NAMED,
  );
}

/** Says first which models got worse than a baseline. */
export function worseDecision({ data: { since }, models }: View): Decision | undefined {
  const worse = models.filter(({ change }) => change?.verdict === 'worse');
  if (!since || worse.length === 0) return undefined;
  return bad(say`Worse than ${foreign(since.baseline)}: ${named(worse)}.`);
}

/** Returns notes above the figures, and folded ones if there are many. */
export function notesOf({ data, models }: View): { above: Block[]; below: Block[] } {
  const problems = problemTexts(data, models);
  const isFew = problems.length <= FEW_NOTES;
  const warnings = [
    ...changedTexts(data),
    ...baselineTexts(data),
    ...incompleteTexts(data.missing, foreign),
    ...addedSentences(data.about.added),
    ...(data.about.rated ? [ratedScoresText(data.about.rated)] : []),
    ...[writtenText(data.about.spent)].filter(Boolean),
    ...failedTexts(data, models),
    ...(isFew
      ? problems
      : [say`${problems.length} notes on answers that show nothing of memory: see below.`]),
  ];
  const all: Block = { kind: 'list', items: problems };
  return {
    above: [...warnings.map((text) => paragraph(text, 'warn')), ...controlBlocks(data)],
    below: isFew ? [] : [folded(say`Answers that show nothing of memory`, all)],
  };
}

/** Quotes the first error of each model, which is the one to fix. */
function failedTexts({ errors }: ReportData, models: readonly Model[]): string[] {
  return models
    .filter((model) => model.errors > 0)
    .map(({ provider, name, errors: count, calls }) => {
      const failed = errors.filter((error) => error.provider === provider);
      const [first] = failed;
      if (!first) return say`${name}: ${count} of ${calls} calls failed.`;
      const tokens = failed.map((error) => error.tokens);
      const at = rangeText(smallest(tokens), largest(tokens));
      return say`${name}: ${count} of ${calls} calls failed (${at} tokens). The first: ${foreign(cut(first.error, LONGEST_ERROR))}`;
    });
}

function baselineTexts({ baselines, about }: ReportData): string[] {
  if (!baselines) return [];
  const { leftOut, unlike } = baselines;
  return [
    ...(unlike ? sinceTexts(unlike.models, say`Unlike ${unlike.first}`).map(foreign) : []),
    ...leftOut.map(
      ({ model, shared }) =>
        say`Left out ${foreign(model)}: it got ${shared} of the ${about.prompts} compared prompts.`,
    ),
  ];
}

function changedTexts({ since, providers, conditions: now = [] }: ReportData): string[] {
  const forms = formTexts(
    now.flatMap(({ provider, conditions: { transcript: sent } }) =>
      sent ? [{ name: foreign(provider), forms: sent }] : [],
    ),
  );
  const { conditions = [], baseline } = since ?? {};
  if (conditions.length === 0) return forms;
  const changesOf = new Map(conditions.map(({ model, changes }) => [model, changes]));
  const models = providers.map((model) => ({ model, changes: changesOf.get(model) ?? [] }));
  return [...forms, ...sinceTexts(models, say`Since ${baseline!}`).map(foreign)];
}

/** Describes cut and unreadable answers, in one sentence for each model and problem. */
function problemTexts(data: ReportData, models: readonly Model[]): string[] {
  const scored = new Set(
    data.series.flatMap(({ id, measure }) => (measure === undefined ? id : [])),
  );
  const isSeveral = data.series.length > 1;
  const titles = new Map(data.series.map(({ id, title }) => [id, title]));
  const texts = models.flatMap(({ name, rows, line }) =>
    // Counts answers once, not for each metric.
    (scored.size > 0 ? rows.filter(({ series }) => scored.has(series)) : rows).flatMap((row) => {
      const of = isSeveral ? say`${name}, ${foreign(titles.get(row.series)!)}` : name;
      return (row.problems ?? [])
        .filter(({ problem }) => !isSaid(problem, line, models.length === 1))
        .map((counted) => say`${of}: ${problemSaid(counted, row.answers)}.`);
    }),
  );
  const { cached, transforms = [] } = data.about;
  return [
    ...texts,
    ...transformTexts(transforms),
    ...(cached ? [say`${cachedText(cached)}.`] : []),
  ];
}

/** True if the decision says it: refusals, off-topic answers beyond a server's limit, and unreadable ones of the only model. */
function isSaid(problem: ProblemCount['problem'], line: Model['line'], isAlone: boolean): boolean {
  if (!line) return false;
  const { kind } = line.reliable?.limit ?? {};
  const verdict = verdictOf(line);
  if (problem === 'refused') return kind === 'refused' || verdict.kind === 'refused';
  if (problem !== 'unreadable') return false;
  const isDecided = verdict.kind === 'unread' && verdict.cause !== undefined;
  return kind === 'cut' || kind === 'off topic' || (isAlone && isDecided);
}

function problemSaid({ begins, ...counted }: ProblemCount, answers: number): string {
  return problemOfAnswers(
    { ...counted, ...(begins !== undefined && { begins: foreign(begins) }) },
    answers,
  );
}

/** Reports on answers without the text, and with only the facts. Red if a control failed. */
function controlBlocks(data: ReportData): Block[] {
  const text = controlText(data, foreign);
  if (text === undefined) return [];
  const hasPassed = (data.controls ?? []).every(({ passed }) => passed);
  return [paragraph(text, hasPassed ? 'good' : 'bad')];
}
