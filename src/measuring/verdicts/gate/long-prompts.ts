/** Words the gate of long prompts. */

import { largest } from '../../../base/extremes.js';
import { sum } from '../../../base/numbers.js';
import { inEnglish, paragraph, say, sayCount } from '../../../base/text/language.js';
import { shellWord } from '../../../base/text/shell.js';
import { capital } from '../../../base/text/texts.js';
import { when } from '../../../base/when.js';
import { left, list, paragraph as note, row, table } from '../../document/build.js';
import type {
  Block,
  Check,
  Decision,
  DocumentPart,
  Row,
  Step,
  Table,
  Text,
} from '../../document/document.js';
import { lostDrawer } from '../../document/drawer.js';
import { foreign, plain } from '../../document/foreign.js';
import type { Sizes } from '../../document/sizes.js';
import {
  changePoints,
  costText,
  firstFew,
  lengthText,
  mostText,
  percentText,
  pointsText,
  sendingText,
  sizeText,
} from '../../document/words.js';
import { missingShardsText, uncheckedText } from '../../facts/evaluation/completeness.js';
import { reachText } from '../../facts/length-parts.js';
import { saidToFail, saidToHold, verdictOf } from '../../facts/length-verdict.js';
import {
  effectiveLengthAnswer,
  effectiveLengthSentence,
  nowSentence,
  openText,
} from '../../facts/length-words.js';
import {
  addedSentences,
  ratedScoresText,
  transformTexts,
} from '../../facts/tables/answer-notes.js';
import { LEFT } from '../../statistics/regression/longest-loss.js';
import type { PartVerdict } from '../../statistics/regression/regression.js';
import {
  clearest,
  doubtTexts,
  dropRange,
  fellText,
  floorName,
  floorText,
  kindText,
  placeRange,
  placeText,
  setText,
  verdictText,
} from './check-words.js';
import {
  commandOf,
  comparedWith,
  type GateFiles,
  newBaseline,
  TONES,
  tokenPrice,
} from './document-part.js';
import type {
  GateOptions,
  LengthChange,
  PowerStatement,
  ProviderGate,
  ReachChange,
  UnusedAnswers,
  Verdict,
  WorstCell,
} from './gate-result.js';
import type { LongContextGate, Rechecked } from './gate-with-tests.js';
import { isMore } from './problem-checks.js';

/** Limits for pictures of models, and for prompts. */
const MOST_PICTURES = 3;
const MOST_PROMPTS = 3;

/** Characters of a drawer. */
const SHOWN = 1500;

/** Smaller changes are noise: half a point is rounded away, and runs differ by more. */
const CHANGE = 0.02;

/** Below this chance of detecting a loss at the longest length, a passed gate mentions it. */
const UNSEEN = 0.5;

export function longPromptsPart(result: LongContextGate, files: GateFiles): DocumentPart {
  const { providers, verdict } = result;
  const ordered = failingFirst(providers);
  const shown = pictured(ordered);
  const fallen = shown.filter(isOpen);
  const prompts = fallenPrompts(fallen);
  const tone = TONES[verdict];
  const [first = { tone, text: say`nothing was compared.` }, ...others] = decisionsOf(
    result,
    ordered,
  );
  return {
    decisions: [first, ...others],
    lead: leadOf(result, ordered),
    about: aboutOf(result),
    blocks: [
      ...notesOf(result),
      ...(verdict === 'passed' ? factCards(shown) : fellStrips(fallen, prompts)),
      ...promptItems(prompts, fallen),
      ...lengthTables(ordered),
      ...prompts.map((prompt) => drawerOf(prompt, files)),
    ],
    next: nextOf(result, ordered, files),
    after: charts(ordered, result.options),
    details: detailsOf(result, ordered),
    checks: checksOf(result, ordered),
  };
}

function pictured(ordered: readonly ProviderGate[]): ProviderGate[] {
  return ordered.filter(({ lengths }) => lengths.length > 0).slice(0, MOST_PICTURES);
}

const isOpen = ({ verdict }: ProviderGate) => verdict !== 'passed';

/** Lists the answers that a page opens in drawers, whose prompts have to be built again. */
export function openedRows({ providers }: Pick<LongContextGate, 'providers'>): WorstCell['row'][] {
  return fallenPrompts(pictured(failingFirst(providers)).filter(isOpen)).map(({ row }) => row);
}

const ORDER: readonly PartVerdict[] = ['failed', 'inconclusive', 'unknown', 'passed'];

/** Sorts by verdict: failed (drops before minimums), inconclusive, passed. */
export function failingFirst(providers: readonly ProviderGate[]): ProviderGate[] {
  const fell = (provider: ProviderGate) => Number(hasFallen(provider));
  return providers.toSorted(
    (a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict) || fell(b) - fell(a),
  );
}

function decisionsOf(result: LongContextGate, ordered: readonly ProviderGate[]): Decision[] {
  const { verdict, options, missingShards } = result;
  const tone = TONES[verdict];
  if (verdict === 'passed') return passedTexts(ordered).map((text) => ({ tone, text }));
  const isSeveral = new Set(ordered.map(({ model }) => model)).size > 1;
  const judged = ordered.filter((provider) => provider.verdict === verdict);
  const few = judged.filter(isFew);
  const isShared = few.length > 1;
  const texts = [
    ...(isShared ? [fewText(few)] : []),
    ...judged.flatMap((provider) =>
      reasonsOf(provider, verdict, options, { isSeveral, isSaid: isShared && isFew(provider) }),
    ),
  ];
  const shards = options.allow.missing ? undefined : missingShardsText(missingShards);
  const all = verdict === 'failed' && shards !== undefined ? [...texts, say`${shards}.`] : texts;
  return [...new Set(all)].map((text) => ({ tone, text }));
}

/** Says once of several models that they have too few prompts. */
function fewText(few: readonly ProviderGate[]): Text {
  const prompts = sayCount(largest(few.map(({ regression }) => regression!.prompts)), 'prompt');
  const names = firstFew(
    few.map(({ provider }) => foreign(provider)),
    MOST_PICTURES,
  );
  return say`With ${prompts} each, these models could lose half their recall unnoticed: ${names}.`;
}

function isFew({ regression, completeness }: ProviderGate): boolean {
  const isChanged = completeness.some(({ kind }) => kind === 'changed');
  return !isChanged && regression?.reasons.join() === 'too little data';
}

/** Returns the reasons for a verdict, the most important first. */
function reasonsOf(
  provider: ProviderGate,
  verdict: Verdict,
  options: GateOptions,
  { isSeveral, isSaid }: { isSeveral: boolean; isSaid: boolean },
): Text[] {
  const { model, regression, floors, completeness } = provider;
  const checks = completeness.filter((check) => check.verdict === verdict);
  const drop =
    regression?.verdict !== verdict
      ? []
      : verdict === 'failed'
        ? [droppedText(provider)]
        : isSaid || checks.some(({ kind }) => kind === 'changed')
          ? []
          : doubtTexts(regression, { model: provider.provider, ...sizesOf(provider) }, options);
  const sets = checks.map((check) =>
    isSeveral ? say`${foreign(model)}: ${setText(check)}` : setText(check),
  );
  const minimums = floors
    .filter((check) => check.verdict === verdict)
    .map((check) => floorText(check, provider.provider));
  const lost =
    regression?.verdict === verdict && verdict === 'failed' ? [] : lostTexts(provider, verdict);
  return verdict === 'failed'
    ? [...drop, ...lost, ...minimums, ...sets]
    : [...sets, ...lost, ...drop, ...minimums];
}

/** What a model is not reliable at any more, where that alone has this verdict. */
function lostTexts(provider: ProviderGate, verdict: Verdict): Text[] {
  const changes = (provider.reach ?? []).filter((change) => change.verdict === verdict);
  return changes.map((change) => {
    const now = lostLength(provider, change);
    return verdict === 'failed'
      ? say`${now}.`
      : say`Possibly, ${now} (before: ${effectiveLengthAnswer(change.before)}). Send more prompts to rule out chance.`;
  });
}

function lostLength({ model, reach = [] }: ProviderGate, { name, now }: ReachChange): Text {
  return reach.length > 1
    ? say`${foreign(model)} (${foreign(name)}) ${nowSentence(now)}`
    : say`${foreign(model)} ${nowSentence(now)}`;
}

function sizesOf({ sizes }: Pick<ProviderGate, 'sizes'>): { sizes?: Sizes } {
  return sizes ? { sizes } : {};
}

/** States the new reliable length, or else by how much recall fell. */
function droppedText(provider: ProviderGate): Text {
  const { model, reach = [], measure, regression } = provider;
  const worse = measure === undefined ? reach.find(isWorse) : undefined;
  if (worse) return say`${lostLength(provider, worse)}.`;
  const failed = regression!.comparisons.filter((tested) => tested.verdict === 'failed');
  const isSeveral = regression!.comparisons.some(({ series }) => series !== undefined);
  return fellText(clearest(failed), {
    ...{ model: model, isSeveral, ...sizesOf(provider) },
    ...(measure !== undefined && { measure }),
  });
}

/** Kinds of verdicts that say more than by how much recall fell. */
const TELLING: ReadonlySet<string> = new Set([
  ...['cut', 'limit'],
  ...['refused', 'made-up', 'unusable', 'unread', 'shorter'],
]);

/** Kinds that a setting of a server or gateway causes. */
const CUTS: ReadonlySet<string> = new Set(['cut', 'limit']);

/** True if a reliable length was lost or a defect is new, which is then the plainest thing to say. */
function isWorse({ before, now }: ReachChange): boolean {
  const [was, is] = [verdictOf(before).kind, verdictOf(now).kind];
  const isLost = saidToFail(now) <= saidToHold(before);
  return TELLING.has(is) && (is === 'shorter' ? isLost : was !== is);
}

function passedTexts(ordered: readonly ProviderGate[]): Text[] {
  const compared = ordered.filter(({ regression }) => regression);
  const [least] = compared.toSorted((a, b) => b.regression!.excludes - a.regression!.excludes);
  const hasFloors = ordered.some(({ floors }) => floors.length > 0);
  if (!least) return hasFloors ? [say`all minimums met.`] : [];
  const drop = say`any drop is at most ${mostText(least.regression!.excludes)} points.`;
  return [drop, ...(hasFloors ? [say`All minimums met.`] : [])];
}

function leadOf(result: LongContextGate, ordered: readonly ProviderGate[]): Text[] {
  const [first] = ordered.filter(({ lengths }) => lengths.length > 0);
  if (!first) return [];
  if (result.verdict === 'passed') return [...passedLead(ordered, first), ...longestTexts(ordered)];
  if (first.verdict === 'passed' || !first.regression) return [];
  const { lengths, sizes, measure } = first;
  const fell = lengths.filter(({ before, now }) => before - now >= CHANGE);
  const [most, second] = fell.toSorted((a, b) => b.before - b.now - (a.before - a.now));
  if (!most) return [];
  const found = (change: LengthChange) =>
    say`${percentText(change.before)} → ${percentText(change.now)}`;
  const at = (change: LengthChange) => sizeText(change.tokens, sizes);
  const same = lengths.slice(0, Math.max(0, lengths.indexOf(fell[0]!))).at(-1);
  return [
    measure === undefined
      ? say`Facts found at ${at(most)}: ${found(most)}.`
      : say`${foreign(measure)} at ${at(most)}: ${found(most)}.`,
    ...(second ? [say`At ${at(second)}: ${found(second)}.`] : []),
    ...(same ? [say`Up to ${at(same)} nothing fell.`] : []),
  ];
}

/** Bounds the drop at the longest length alone, which has fewer prompts. */
function longestTexts(ordered: readonly ProviderGate[]): Text[] {
  const [least] = ordered
    .flatMap(({ provider, sizes, regression }) => {
      const longest = regression?.longest;
      return longest ? { provider, sizes, longest } : [];
    })
    .toSorted((a, b) => b.longest.excludes - a.longest.excludes);
  if (!least) return [];
  const at = placeRange(least.longest, least.sizes);
  const most = mostText(least.longest.excludes);
  return [
    say`At ${at} only (${sayCount(least.longest.prompts, 'prompt')}), ${foreign(least.provider)} may be up to ${most} points lower.`,
  ];
}

function passedLead(ordered: readonly ProviderGate[], first: ProviderGate): Text[] {
  if (new Set(ordered.map(({ model }) => model)).size > 1) return foundTexts(ordered);
  const { model, reach = [], regression } = first;
  const [only] = reach.length === 1 ? reach : [];
  const isSame = only && effectiveLengthAnswer(only.before) === effectiveLengthAnswer(only.now);
  const held = !only
    ? []
    : isSame
      ? [say`${foreign(model)} ${effectiveLengthSentence(only.now)}, as before.`]
      : [say`${foreign(model)} ${effectiveLengthSentence(only.now)}.`];
  if (!regression || regression.prompts === 0) return held;
  const { before, now, prompts } = regression;
  const facts = say`Facts found: ${percentText(before)} → ${percentText(now)} on the same ${sayCount(prompts, 'prompt')}.`;
  return [...held, facts];
}

/** Facts found before and now, by model. */
function foundTexts(ordered: readonly ProviderGate[]): Text[] {
  const providers = ordered.filter(({ regression }) => regression && regression.prompts > 0);
  if (providers.length === 0) return [];
  const found = providers.map(
    ({ provider, regression }) =>
      `${foreign(provider)} ${percentText(regression!.before)} → ${percentText(regression!.now)}`,
  );
  return [say`Facts found: ${firstFew(found, MOST_PICTURES)}.`];
}

function aboutOf({ providers, recheck }: LongContextGate): Text[] {
  const models = [...new Set(providers.map(({ model }) => model))];
  const prompts = largest(providers.map(({ regression }) => regression?.prompts ?? 0));
  const runs = largest(providers.map(({ power }) => power?.runs ?? 0));
  return [
    models.length === 1 ? foreign(models[0]!) : sayCount(models.length, 'model'),
    ...(prompts > 0 ? [say`the same ${sayCount(prompts, 'prompt')} before and now`] : []),
    ...(runs > 1 ? [sayCount(runs, 'baseline run')] : []),
    ...(recheck ? [say`${sayCount(recheck.looks, 'round')} of at most ${recheck.ofLooks}`] : []),
  ];
}

/** Kinds that are mentioned even if allowed: a model that was not compared has not passed. */
const SETS: ReadonlySet<string> = new Set(['errors', 'missing', 'extra', 'cached']);

/** Notes what a reader of the verdict must know. */
function notesOf(result: LongContextGate): Block[] {
  const { missingShards, unchecked, unrecorded, transforms = [], providers } = result;
  const { added, rated, options, recheck, verdict } = result;
  const shards = missingShardsText(missingShards);
  const sets = providers.flatMap(({ model, completeness }) =>
    completeness
      .filter((check) => check.verdict !== verdict || verdict === 'passed')
      .filter((check) => isMore(check) || SETS.has(check.kind) || check.verdict !== 'passed')
      .map((check) => say`${foreign(model)}: ${setText(check)}`),
  );
  const removed = transforms.some((one) => one.removed > 0);
  const warned = [
    ...sets,
    ...(options.allow.missing && shards !== undefined
      ? [say`${shards}, which --allow missing accepts.`]
      : []),
    ...(removed ? transformTexts(transforms) : []),
  ];
  const others = [
    ...firstErrors(providers),
    ...providers.flatMap(({ model, baselineName }) =>
      baselineName === undefined
        ? []
        : [say`${foreign(model)} is compared with ${foreign(baselineName)} of the baseline.`],
    ),
    ...addedSentences(added),
    ...(rated ? [ratedScoresText(rated)] : []),
    ...providers.flatMap(({ provider, unused = [] }) =>
      unused.map((one) => unusedText(one, provider)),
    ),
    ...(recheck ? sentTexts(recheck) : []),
    ...(unchecked ? [uncheckedText(unchecked, foreign)] : []),
    ...(unrecorded
      ? [say`The baseline does not record conditions, so changed settings are not named.`]
      : []),
    ...(removed ? [] : transformTexts(transforms)),
    ...unseenTexts(result),
  ];
  return [
    ...[...new Set(warned)].map((text) => note(text, 'warn')),
    ...[...new Set(others)].map((text) => note(text)),
  ];
}

/** Quotes errors, since a failed call may be no fault of the provider's. */
function firstErrors(providers: readonly ProviderGate[]): Text[] {
  return providers.flatMap(({ completeness }) =>
    completeness.flatMap(({ kind, named: [first] }) =>
      kind === 'errors' && first?.error !== undefined
        ? [say`The first error: ${foreign(first.error)}`]
        : [],
    ),
  );
}

function unusedText({ of, compared, answers, score }: UnusedAnswers, model: string): Text {
  const [name, mean] = [foreign(model), percentText(score)];
  return of === 'results'
    ? say`${name}: ${compared} of ${answers} answers are compared, as many as the baseline has (mean of all: ${mean}).`
    : say`${name}: ${compared} of the baseline's ${answers} answers are compared, as many as there are now (mean of all: ${mean}).`;
}

function sentTexts({ providers, spent: { tokens, dollars } }: Rechecked): Text[] {
  const each = providers.map(({ provider, ending, prompts, ofPrompts }) => {
    const [name, all] = [foreign(provider), sayCount(ofPrompts, 'prompt')];
    return {
      failed: () => say`${name}: ${prompts} of ${all} sent, until a drop was shown.`,
      excluded: () => say`${name}: ${prompts} of ${all} sent, until a drop was ruled out.`,
      all: () => say`${name}: all ${all} sent.`,
      budget: () => say`${name}: ${prompts} of ${all} sent, budget used up.`,
    }[ending]();
  });
  const spent =
    dollars === undefined
      ? say`Spent at most ${lengthText(tokens)} tokens.`
      : say`Spent at most ${costText(dollars)} (${lengthText(tokens)} tokens).`;
  return [...each, spent];
}

/** Warns that a collapse at the longest length would probably go unnoticed. */
function unseenTexts({ verdict, providers }: LongContextGate): Text[] {
  if (verdict !== 'passed') return [];
  const [first] = providers.flatMap(({ power, sizes }) =>
    power?.longest && power.longest.probability < UNSEEN ? [{ loss: power.longest, sizes }] : [],
  );
  return first ? [collapseText(first.loss, first.sizes)] : [];
}

function collapseText(
  { tokens, prompts, probability, enough }: NonNullable<PowerStatement['longest']>,
  sizes: Sizes | undefined,
): Text {
  const at = sizeText(tokens, sizes);
  const found = say`A loss of ${percentText(1 - LEFT)} at ${at} (${sayCount(prompts, 'prompt')}) is detected in ${foundText(probability)} of runs.`;
  return enough && enough.probability > probability
    ? paragraph([
        found,
        say`With ${enough.prompts} prompts there, in ${foundText(enough.probability)}.`,
      ])
    : found;
}

/** Avoids 0% and 100%, which a few hundred simulations can't show. */
function foundText(probability: number): string {
  return percentText(Math.min(0.999, Math.max(0.001, probability)));
}

function factCards(providers: readonly ProviderGate[]): Block[] {
  if (providers.length === 0) return [];
  return [
    {
      kind: 'cards',
      cards: providers.map(({ provider, lengths, sizes, verdict }) => ({
        heading: foreign(provider),
        pill: { tone: TONES[verdict], text: verdictText(verdict) },
        bars: {
          label: say`Facts found`,
          bars: lengths.map(({ tokens, before, now }) => ({
            ...{ name: sizeText(tokens, sizes), share: now },
            text: say`${percentText(before)} → ${percentText(now)}`,
          })),
        },
      })),
    },
  ];
}

function fellStrips(providers: readonly ProviderGate[], prompts: readonly Fallen[]): Block[] {
  return providers.flatMap(({ provider, lengths, sizes }): Block[] => {
    const strips = lengths.flatMap(({ tokens, now, places }) => {
      if (!places) return [];
      const marks = places.now.map((mark, i) => {
        const was = places.before[i];
        return mark === null || typeof was !== 'number' ? undefined : 1 - Math.max(0, was - mark);
      });
      const to = () =>
        prompts.find((prompt) => prompt.provider === provider && prompt.tokens === tokens)?.anchor;
      return [{ name: sizeText(tokens, sizes), marks, text: percentText(now), to }];
    });
    if (strips.every(({ marks }) => marks.every((mark) => (mark ?? 1) > 1 - CHANGE))) return [];
    const heading = providers.length > 1 ? say`What ${foreign(provider)} lost` : say`What fell`;
    return [
      {
        kind: 'section',
        in: ['html'],
        heading,
        sub: say`From start to end of the prompt. Red: missing now, found before. Choose a red part to read the text and the answer.`,
        blocks: [{ kind: 'strips', label: heading, strips }],
      },
    ];
  });
}

/** Draws the lengths of a single model that fell. */
function charts(providers: readonly ProviderGate[], { threshold }: GateOptions): Block[] {
  const fallen = providers.filter((one) => isOpen(one) && one.lengths.length > 1);
  const [only, ...others] = fallen;
  if (!only || others.length > 0) return [];
  const { provider, lengths, sizes } = only;
  const pointsOf = (side: 'before' | 'now') => lengths.map((change) => ({ value: change[side] }));
  return [
    {
      kind: 'section',
      in: ['html'],
      heading: say`Before and now`,
      sub: say`Facts found, by prompt length.`,
      blocks: [
        {
          kind: 'chart',
          label: say`Facts found by ${foreign(provider)}, before and now`,
          ticks: lengths.map(({ tokens }) => sizeText(tokens, sizes)),
          target: threshold,
          series: [
            { name: say`before`, points: pointsOf('before'), isQuiet: true },
            { name: say`now`, points: pointsOf('now') },
          ],
        },
      ],
    },
  ];
}

function lengthTables(providers: readonly ProviderGate[]): Block[] {
  const compared = providers.filter(({ lengths }) => lengths.length > 0);
  return compared.length > 0 ? [{ ...lengthTable(compared), in: ['markdown', 'terminal'] }] : [];
}

function lengthTable(compared: readonly ProviderGate[]): Table {
  return table(
    say`Facts found before and now`,
    [left(say`Prompt length`), say`Prompts`, say`Before`, say`Now`, say`Change`],
    compared.flatMap((provider) => lengthRows(provider, compared.length > 1)),
  );
}

function lengthRows(provider: ProviderGate, isSeveral: boolean): Row[] {
  const { lengths, sizes, regression, reach = [] } = provider;
  const same = lengths.findIndex(({ before, now }) => Math.abs(before - now) >= 0.005);
  const unchanged = same < 0 ? lengths.length : same;
  const parts = [
    ...(unchanged > 1 ? [lengths.slice(0, unchanged)] : []),
    ...lengths.slice(unchanged > 1 ? unchanged : 0).map((change) => [change]),
  ];
  const failed = new Set(
    regression?.comparisons
      .filter((tested) => tested.verdict === 'failed')
      .map((tested) => tested.toTokens),
  );
  const failing = reach.filter(({ verdict }) => verdict === 'failed');
  const isLost = (tokens: number) => failing.some(({ now }) => tokens >= saidToFail(now));
  const rows = parts.map((changes): Row => {
    const prompts = sum(changes.map((change) => change.prompts));
    const meanOf = (side: 'before' | 'now') =>
      sum(changes.map((change) => change.prompts * change[side])) / prompts;
    const last = changes.at(-1)!.tokens;
    const range = { fromTokens: changes[0]!.tokens, toTokens: last };
    const isFallen =
      (failed.has(last) || isLost(last)) && meanOf('before') - meanOf('now') >= CHANGE;
    return rowOf(placeRange(range, sizes), prompts, meanOf('before'), meanOf('now'), isFallen);
  });
  const whole =
    regression && regression.prompts > 0 && rows.length > 1
      ? [rowOf(say`All`, regression.prompts, regression.before, regression.now, false)]
      : [];
  const group = isSeveral && { group: foreign(provider.provider) };
  return [...rows, ...whole].map((row) => ({ ...row, ...group }));
}

function rowOf(name: Text, prompts: number, before: number, now: number, isBad: boolean): Row {
  const tone = isBad && { tone: 'bad' as const };
  return row(
    { text: name, ...tone },
    { text: String(prompts), value: prompts },
    { text: percentText(before), value: before },
    { text: percentText(now), value: now, ...tone },
    { text: changePoints(before - now), value: now - before, ...tone },
  );
}

interface Fallen extends WorstCell {
  provider: string;
  heading: Text;
  /** Of its drawer. */
  anchor: string;
}

/** The prompts that fell furthest: the worst of each model, then the next of each. */
function fallenPrompts(providers: readonly ProviderGate[]): Fallen[] {
  return providers
    .flatMap(({ provider, worst: own }) => own.map((cell, rank) => ({ provider, rank, ...cell })))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, MOST_PROMPTS)
    .map((one, i) => {
      const name = foreign(one.description || one.id);
      const heading = providers.length > 1 ? say`${foreign(one.provider)}, ${name}` : name;
      return { ...one, heading, anchor: `lost-${i + 1}` };
    });
}

function drawerOf({ anchor: id, heading, row, mark }: Fallen, { asked }: GateFiles): Block {
  return lostDrawer({ id, heading }, { row, mark }, asked?.get(row), SHOWN);
}

function promptItems(prompts: readonly Fallen[], fallen: readonly ProviderGate[]): Block[] {
  if (prompts.length === 0) return [];
  const isSettled = fallen.some(({ verdict }) => verdict === 'failed');
  const items: Block = {
    kind: 'items',
    items: prompts.map(({ heading, anchor: to, baseline, now, answer, reason }) => ({
      ...{ heading, to, tone: isSettled ? 'bad' : 'warn' },
      pill: say`facts found ${percentText(baseline)} → ${percentText(now)}`,
      facts: [
        ...(answer === ''
          ? []
          : [{ term: say`Answer now`, text: foreign(answer), change: 'now' as const }]),
        { term: say`Result`, text: foreign(reason) },
      ],
    })),
  };
  return [
    { ...items, in: ['html'] },
    {
      kind: 'section',
      in: ['markdown'],
      look: 'folded',
      heading: say`The prompts that fell furthest`,
      blocks: [items],
    },
  ];
}

/** Proposes steps: find a cause, settle it, or accept it. */
function nextOf(
  result: LongContextGate,
  ordered: readonly ProviderGate[],
  files: GateFiles,
): Step[] {
  const { verdict, recheck } = result;
  if (verdict === 'passed') return [];
  const kinds = new Set(
    ordered.flatMap(({ completeness }) =>
      completeness.filter((check) => check.verdict === verdict).map(({ kind }) => kind),
    ),
  );
  const withBaseline = comparedWith(files, result.options);
  const gateAgain = (...options: string[]) => commandOf('gate', files, ...withBaseline, ...options);
  const free = say`No call, no cost.`;
  if (kinds.has('changed')) {
    return [
      {
        text: say`To judge the change itself, allow it.`,
        ...{ command: gateAgain('--allow changed'), cost: free },
      },
    ];
  }
  if (verdict === 'inconclusive') {
    const open = ordered.flatMap(({ floors }) =>
      floors.flatMap(({ found }) =>
        found.kind === 'length' && found.settles ? found.settles : [],
      ),
    );
    return [
      ...(kinds.has('cached')
        ? [{ text: say`Run again without the cache.`, command: 'npx promptfoo eval --no-cache' }]
        : []),
      ...(recheck?.needs
        ? [
            {
              text: say`Run with a budget that has room for all prompts.`,
              command: `npx promptfoo-counting-stars gate --run ${[...withBaseline, '--budget', budgetText(recheck.needs)].join(' ')}`,
            },
          ]
        : []),
      ...open
        .slice(0, 1)
        .map((one) => ({ text: say`Send more prompts. ${capital(openText(one))}` })),
      ...proofSteps(ordered, result.options),
      ...when(
        kinds.size === 0 &&
          open.length === 0 &&
          !recheck &&
          withBaseline.length > 0 &&
          result.options.margin === undefined,
        {
          text: say`See how many seeds settle it.`,
          ...{
            command: `npx promptfoo-counting-stars plan ${withBaseline.join(' ')}`,
            cost: free,
          },
        },
      ),
    ].slice(0, MOST_PROMPTS);
  }
  const fell = ordered.filter(hasFallen);
  const cut = ordered.filter(isCut).map(({ model }) => foreign(model));
  const [worst] = fell.flatMap((provider) => provider.worst);
  const lengths = fell.flatMap((provider) => provider.lengths);
  const tokens = sum(lengths.map((change) => change.prompts * change.tokens));
  const prompts = sayCount(sum(lengths.map((change) => change.prompts)), 'prompt');
  const price = tokenPrice(files);
  return [
    ...when(cut.length > 0, {
      text: say`Find what cuts the prompts of ${firstFew([...new Set(cut)], MOST_PICTURES)}: often num_ctx or max_model_len.`,
    }),
    ...when(fell.length > 0 && withBaseline.length > 0 && !recheck, {
      text: say`Send the prompts again to confirm it.`,
      command: `npx promptfoo-counting-stars gate --run ${withBaseline.join(' ')} --budget ${budgetText({ tokens })}`,
      cost: sendingText(say`At most ${prompts}`, tokens, price && price * tokens),
    }),
    ...(worst && /^[\w.:/-]+$/.test(worst.id)
      ? [
          {
            text: say`Look at a prompt that fell.`,
            command: `npx promptfoo-counting-stars show ${[shortId(worst), ...(files.results ?? []).map(shellWord)].join(' ')}`,
            cost: free,
          },
        ]
      : []),
    ...(fell.length > 0 && !recheck ? [newBaseline(files)] : []),
  ];
}

function isCut({ reach = [], completeness }: ProviderGate): boolean {
  return (
    reach.some((change) => isWorse(change) && CUTS.has(verdictOf(change.now).kind)) ||
    completeness.some((check) => check.kind === 'problems' && check.limit !== undefined)
  );
}

function hasFallen({ regression, reach = [] }: ProviderGate): boolean {
  return regression?.verdict === 'failed' || reach.some(({ verdict }) => verdict === 'failed');
}

/** Estimates how many more prompts would prove what --prove asks for: bounds narrow with their square root. */
function proofSteps(providers: readonly ProviderGate[], { margin }: GateOptions): Step[] {
  const excluded = largest(providers.map(({ regression }) => regression?.excludes ?? 0));
  if (margin === undefined || excluded <= margin) return [];
  const times = Math.ceil(10 * (excluded / margin) ** 2) / 10;
  return [
    {
      text: say`To rule out a drop of ${pointsText(margin)} points, about ${times} times as many prompts are needed, if nothing changed. Raise seeds, and save a new baseline with them.`,
    },
  ];
}

/** As much of the id of a prompt as `show` needs: without the digests at its end. */
function shortId({ id }: WorstCell): string {
  return id.replace(/\.[0-9a-f]+-[0-9a-z]+$/, '');
}

/** As `--budget` takes it. */
function budgetText({ tokens = 0, dollars }: NonNullable<Rechecked['needs']>): string {
  return dollars === undefined
    ? `${Math.ceil(tokens / 1000)}K`
    : (Math.ceil(100 * dollars) / 100).toFixed(2);
}

/** A check as a row of the table and as a test case. */
interface Line {
  name: Text;
  row: Row;
  verdict: PartVerdict;
  said: Text;
  details: Text[];
}

function linesOf(provider: ProviderGate, options: GateOptions): Line[] {
  const { regression, sizes, reach = [], floors, completeness } = provider;
  const comparisons = regression?.comparisons ?? [];
  const named = new Set([...comparisons, ...floors].flatMap(({ series }) => series ?? []));
  const isSeveral = named.size > 1;
  const nameIn = (what: Text, series: string | undefined) =>
    series !== undefined && isSeveral ? say`${foreign(series)}, ${what}` : what;
  const of = {
    ...{ model: provider.model, isSeveral },
    ...sizesOf(provider),
    ...(provider.measure !== undefined && { measure: provider.measure }),
  };
  const doubts = regression?.verdict === 'inconclusive' ? doubtTexts(regression, of, options) : [];
  return [
    ...comparisons.map((tested, i): Line => {
      const { before, now, prompts, excludes, adjusted, drop } = tested;
      // Doubts are about all lengths, though this part passed.
      const verdict = i === 0 && doubts.length > 0 ? 'inconclusive' : tested.verdict;
      const isBeyond = drop.value > options.maxDrop + 1e-9;
      const within = adjusted <= options.alpha && drop.value > 0 && !isBeyond;
      return {
        name: nameIn(placeText(tested, sizes), tested.series),
        row: row(
          nameIn(placeText(tested, sizes), tested.series),
          { text: String(prompts), value: prompts },
          { text: percentText(before), value: before },
          { text: percentText(now), value: now },
          {
            text: changePoints(drop.value),
            small: dropRange(drop),
            ...{ value: -drop.value, low: -drop.high, high: -drop.low },
          },
          { text: mostText(excludes), value: excludes },
          { text: chanceText(adjusted), value: adjusted },
          verdictCell(verdict, within ? say`within --max-drop` : undefined),
        ),
        verdict,
        said:
          verdict === 'failed'
            ? fellText(tested, of)
            : (doubts[0] ?? say`too few prompts to decide`),
        details: verdict === 'inconclusive' ? doubts.slice(1) : [],
      };
    }),
    ...(regression && comparisons.length === 0
      ? [
          lineOf(
            say`recall`,
            regression.verdict,
            doubts[0] ?? say`${foreign(provider.model)}: nothing was compared.`,
          ),
        ]
      : []),
    ...reach.map(({ name, before, now, verdict }) => {
      const what = reach.length > 1 ? say`${foreign(name)}, reliable length` : say`reliable length`;
      const was = effectiveLengthAnswer(before);
      const [said = ''] = verdict ? lostTexts(provider, verdict) : [];
      return lineOf(what, verdict ?? 'passed', said, effectiveLengthAnswer(now), was);
    }),
    ...floors.map((check) => {
      const { series, floor, value, verdict } = check;
      const now =
        value === undefined
          ? ''
          : floor.kind === 'recall'
            ? percentText(value)
            : reachText(value, floor.kind === 'effective-size' ? sizes : undefined);
      return lineOf(
        nameIn(floorName(floor), series),
        verdict,
        verdict === 'passed' ? '' : floorText(check, provider.model),
        now,
      );
    }),
    ...completeness.map((check) => ({
      ...lineOf(kindText(check.kind), check.verdict, setText(check)),
      details: check.named.map(({ id, description, error }) => {
        const name = foreign(description || id);
        return error === undefined ? name : say`${name}: ${foreign(error.slice(0, 200))}`;
      }),
    })),
  ];
}

function lineOf(
  name: Text,
  verdict: PartVerdict,
  said: Text,
  now: Text = '',
  before: Text = '',
): Line {
  const cells = [name, '', before, now, '', '', ''].map((text) => ({ text }));
  const row = { cells: [...cells, verdictCell(verdict, undefined)] };
  return { ...{ name, verdict, said, row }, details: [] };
}

function verdictCell(verdict: PartVerdict, small: Text | undefined) {
  return {
    text: verdictText(verdict),
    ...(small !== undefined && { small }),
    ...(verdict !== 'passed' && { tone: TONES[verdict] }),
  };
}

/** Smaller p-values are shown as less than this. */
const LEAST_P = 0.0001;

function chanceText(p: number): string {
  return p < LEAST_P ? `< ${LEAST_P}` : p.toFixed(4);
}

function detailsOf(result: LongContextGate, ordered: readonly ProviderGate[]): Block[] {
  const { options } = result;
  const isSeveral = ordered.length > 1;
  const lines = ordered.flatMap((provider) =>
    linesOf(provider, options).map((line) => ({ ...line, provider: provider.provider })),
  );
  const rows = lines.map(({ row, provider }) => ({
    ...row,
    ...(isSeveral && { group: foreign(provider) }),
  }));
  const said = lines
    .filter((line) => line.details.length > 0 && line.verdict !== 'inconclusive')
    .flatMap(({ said: text, details }) => [text, ...details]);
  const checks = table(
    say`Checks`,
    [
      left(say`Check`),
      say`Prompts`,
      say`Before`,
      say`Now`,
      say`Change (95% CI)`,
      say`At most`,
      'p',
      left(say`Verdict`),
    ],
    rows,
  );
  return [
    { ...lengthTable(ordered.filter(({ lengths }) => lengths.length > 0)), in: ['html'] },
    checks,
    note(
      say`A drop of up to ${pointsText(options.maxDrop)} points is accepted. False alarms: at most ${percentText(options.alpha)} per model. p: chance of a drop this large if nothing changed.`,
    ),
    ...(said.length > 0 ? [list(said)] : []),
    ...powerBlocks(ordered),
  ];
}

/** Describes sensitivity and drift, once for models that share it. */
function powerBlocks(providers: readonly ProviderGate[]): Block[] {
  const texts = providers.flatMap(({ regression, power, sizes }) => [
    ...(regression ? [driftText(regression.drift)] : []),
    ...(power?.low === undefined ? [] : [powerText(power)]),
    ...(power?.longest ? [collapseText(power.longest, sizes)] : []),
  ]);
  return [...new Set(texts)].map((text) => note(text));
}

function driftText({ runs, from, deviation }: NonNullable<ProviderGate['regression']>['drift']) {
  const points = pointsText(deviation);
  return {
    prior: () => say`Run-to-run drift assumed: ${points} points. Add baseline runs to measure it.`,
    'baseline runs': () =>
      say`Run-to-run drift: ${points} points, measured in ${sayCount(runs, 'baseline run')}.`,
  }[from]();
}

function powerText({ drop, probability, low = 0, high = 1 }: PowerStatement): Text {
  const [size, least, most] = [pointsText(drop), percentText(low), percentText(high)];
  if (probability === undefined)
    return say`Sensitivity unknown: a drop of ${size} points is detected in ${least} to ${most} of runs.`;
  return least === most
    ? say`A drop of ${size} points is detected in ${percentText(probability)} of runs.`
    : say`A drop of ${size} points is detected in ${percentText(probability)} of runs (${least} to ${most}).`;
}

/** Makes a test case of each check. Servers identify them by name, so names are English in every language. */
function checksOf(result: LongContextGate, ordered: readonly ProviderGate[]): Check[] {
  const { options, missingShards } = result;
  const checks = ordered.flatMap((provider) => {
    const english = inEnglish(() => linesOf(provider, options).map(({ name }) => plain(name)));
    return linesOf(provider, options).map(({ verdict, said, details }, i): Check => {
      return {
        ...{ name: english[i]!, of: plain(foreign(provider.provider)) },
        ...{ outcome: verdict === 'unknown' ? 'skipped' : verdict, message: said, details },
      };
    });
  });
  const shards = missingShardsText(missingShards);
  if (shards === undefined) return checks;
  const outcome = options.allow.missing ? 'passed' : 'failed';
  return [...checks, { name: 'shards', of: 'shards', outcome, message: say`${shards}.` }];
}
