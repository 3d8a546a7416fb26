/** Makes the document of a verdict, for every medium. */

import { say } from '../../../base/text/language.js';
import { shellWord } from '../../../base/text/shell.js';
import { capital } from '../../../base/text/texts.js';
import { packageVersion } from '../../../base/version.js';
import { when } from '../../../base/when.js';
import { folded, stepBlocks } from '../../document/build.js';
import type { Block, Decision, Document, DocumentPart, Text } from '../../document/document.js';
import { foreign } from '../../document/foreign.js';
import { foreignChange, isDecisive, sinceTexts } from '../../facts/evaluation/changes.js';
import { paidText } from '../../facts/tables/spent.js';
import { testsPart } from '../tests/tests-document.js';
import { verdictText } from './check-words.js';
import { commandOf, comparedWith, type GateFiles, newBaseline, TONES } from './document-part.js';
import type { Verdict } from './gate-result.js';
import { longContextOf, type WholeGate } from './gate-with-tests.js';
import { longPromptsPart } from './long-prompts.js';

/** In a terminal, beside the table of one model. */
const MOST_STEPS = 4;

/** Recognizes a file of an earlier gate, which may be replaced. */
export const TITLES: readonly (() => Text)[] = [
  () => say`Long-context gate`,
  () => say`Gate of your tests`,
  () => say`Gate`,
];

/**
 * Documents a gate of long prompts, of your tests, or of both. Both start with one verdict on each.
 * @param files - what was judged, for commands to copy
 */
export function gateDocument(result: WholeGate, files: GateFiles = {}): Document {
  const { verdict, tests } = result;
  const ours = longContextOf(result);
  const compared = comparedWith(files, result.options);
  const [file] = files.results ?? [];
  const own = ours && longPromptsPart(ours, files);
  const theirs: DocumentPart | undefined =
    tests &&
    testsPart(tests, {
      again: commandOf('gate', files, ...compared),
      baseline: commandOf(
        'baseline',
        {
          results: [files.isResults ? files.baseline! : 'first.json', 'second.json', 'third.json'],
        },
        ...['-o', shellWord(files.isResults ? 'tests.json' : (files.baseline ?? 'tests.json'))],
      ),
      ...(files.testCost !== undefined && { callCost: files.testCost }),
      output: file === undefined || file.startsWith('--') ? '' : ` -o ${shellWord(file)}`,
    });

  const isBroken = tests?.reasons.some(({ kind }) => kind === 'drop' || kind === 'tests broke');
  if (theirs && isBroken && !own?.next.some(({ command }) => command?.includes(' baseline '))) {
    theirs.next.push(newBaseline(files));
  }
  // What decides stands first.
  const isOwnFirst = ours?.verdict === verdict && tests?.verdict !== verdict;
  const parts = (isOwnFirst ? [own, theirs] : [theirs, own]).flatMap((part) => part ?? []);
  const both: Decision[] =
    own && theirs ? [{ tone: TONES[verdict], text: bothText(tests!, ours!, isOwnFirst) }] : [];
  const each = parts
    .flatMap((part) => part.decisions)
    .map(({ tone, text }, i) => ({ tone, text: i + both.length === 0 ? text : capital(text) }));
  const lead = parts.flatMap((part) => part.lead);
  const steps = parts.flatMap((part) => part.next);
  const details = parts.flatMap((part) => part.details);
  const [decision, ...others] = [...both, ...each];
  const title = TITLES[theirs && own ? 2 : theirs ? 1 : 0]!();
  return {
    kind: 'gate',
    title,
    about: [
      ...parts.flatMap((part) => part.about),
      ...(files.spent ? [paidText(files.spent)] : []),
    ],
    decisions: [decision!, ...others],
    isVerdict: true,
    word: capital(verdictText(verdict)),
    ...(lead.length > 0 && { lead: lead.reduce((all, one) => say`${all} ${one}`) }),
    blocks: [
      ...changedBlocks(result),
      ...parts.flatMap((part) => part.blocks),
      ...stepBlocks({ steps }, result.providers.length > 1 ? 2 : MOST_STEPS),
      ...parts.flatMap((part) => part.after ?? []),
      ...when(details.length > 0, folded(say`Statistics`, ...details)),
    ],
    checks: parts.flatMap((part) => part.checks),
    foot: [`promptfoo-counting-stars ${packageVersion()}`],
  };
}

function bothText(
  tests: { verdict: Verdict },
  ours: { verdict: Verdict },
  isOwnFirst: boolean,
): Text {
  const [theirs, own] = [verdictText(tests.verdict), verdictText(ours.verdict)];
  return isOwnFirst
    ? say`long prompts ${own}, your tests ${theirs}.`
    : say`your tests ${theirs}, long prompts ${own}.`;
}

/** Names changed conditions that no check names. A changed model or prompt is a warning. */
function changedBlocks({ providers, tests }: WholeGate): Block[] {
  const ours = new Map(
    providers.map(({ model, completeness, changes = [] }) => {
      const isSaid = completeness.some(({ kind }) => kind === 'changed');
      return [model, isSaid ? changes.filter((change) => !isDecisive(change)) : changes];
    }),
  );
  const theirs = new Map((tests?.models ?? []).map(({ name, changes = [] }) => [name, changes]));
  const texts = [theirs, ours].flatMap((models) => {
    const isNews = [...models.values()].flat().some(isDecisive);
    const changed = [...models].map(([model, changes]) => ({
      model: foreign(model),
      changes: changes.map(foreignChange),
    }));
    return sinceTexts(changed).map((text) => ({ text, isNews }));
  });
  const known = new Map(texts.map(({ text, isNews }) => [text, isNews]));
  return [...known].map(([text, isNews]): Block => {
    return { kind: 'paragraph', text, ...(isNews && { tone: 'warn' as const }) };
  });
}
