/** Words the decision of a report: how far each of a few models is reliable, or which of many are. */
import { commas, paragraph, say, sayCount } from '../../base/text/language.js';
import { RECALL } from '../../contract/signs.js';
import type { Decision, Text } from '../document/document.js';
import { foreign } from '../document/foreign.js';
import { costText, lengthText, percentText, sizeText } from '../document/words.js';
import { adviceText, onlySentence } from '../facts/length-advice.js';
import {
  holdsLongest,
  type Reached,
  saidToFail,
  saidToHold,
  verdictOf,
} from '../facts/length-verdict.js';
import { effectiveLengthSentence } from '../facts/length-words.js';
import { NEARLY_NOTHING } from '../statistics/reliable/unusable.js';
import { foundName, isRead } from './model-blocks.js';
import {
  commonReach,
  FEW_MODELS,
  foundAt,
  heldIn,
  isPartly,
  type Lengths,
  type Model,
  pillOf,
  type View,
} from './models.js';
import { named } from './notes.js';

export function decisionsOf({ models, lengths }: View): readonly [Decision, ...Decision[]] {
  const [first, ...others] = models;
  if (!first) return [{ tone: 'bad', text: say`No model gave an answer.` }];
  if (others.length === 0) return [decisionOn(first, onlySentence)];
  if (models.length <= FEW_MODELS) {
    return [decisionOn(first), ...others.map((other) => decisionOn(other))];
  }
  return [ofMany(models, lengths)];
}

/** Says in one sentence how far a model is reliable. */
function decisionOn(
  model: Model,
  said: typeof onlySentence = (name, row) => say`${name} ${effectiveLengthSentence(row)}`,
): Decision {
  const { name, line, lines } = model;
  const { tone } = pillOf(model);
  if (model.rank.unranked === 'failed' && !line?.answers) {
    return { tone, text: say`${name} gave no answer: its calls failed.` };
  }
  if (line) {
    const metric = tellingMetric(line, lines);
    const sentence =
      metric === undefined
        ? said(name, line)
        : say`By ${foreign(metric)}, ${name} ${effectiveLengthSentence(line)}`;
    return tone !== 'bad' && isPartly(model)
      ? {
          tone,
          text: say`${model.errors} of ${model.calls} calls failed. In the others: ${sentence}.`,
        }
      : { tone, text: say`${sentence}.` };
  }
  const { held, failed, all } = heldIn(model);
  const reach = commonReach(model);
  if (reach > 0 && held < all) {
    return {
      tone,
      text: say`${name} is reliable up to ${lengthText(reach)} tokens in all ${all} benchmarks.`,
    };
  }
  if (held === all) {
    return { tone, text: say`${name} is reliable at every length of all ${all} benchmarks.` };
  }
  return failed > 0
    ? { tone, text: say`${name} is not reliable in ${failed} of ${all} benchmarks.` }
    : {
        tone,
        text: say`${name} is reliable in ${held} of ${all} benchmarks, and inconclusive in ${all - held}.`,
      };
}

/** Returns the metric of a line if another metric of the model allows longer prompts. */
function tellingMetric(
  line: { measure?: string } & Reached,
  lines: Model['lines'],
): string | undefined {
  const isShorter = lines.some((other) => saidToHold(other) > saidToHold(line));
  return isShorter ? (line.measure ?? RECALL) : undefined;
}

/** Costs within this share of the lowest are equal. */
const ALIKE = 0.05;

/** Returns the cheapest of several models. None if costs are alike, unknown, or of other numbers of calls. */
function cheapestOf(models: readonly Model[]): Model | undefined {
  const isKnown = ({ spent }: Model) =>
    spent.costUnknown + spent.fromPromptfooCache === 0 && spent.calls === models[0]!.spent.calls;
  const [first, second] = models.toSorted((a, b) => a.spent.cost! - b.spent.cost!);
  const isOne = second !== undefined && second.spent.cost! > (1 + ALIKE) * first!.spent.cost!;
  return isOne && models.every(isKnown) ? first : undefined;
}

/** Names the models that are reliable at the longest length, or else the one that is reliable furthest. */
function ofMany(models: readonly Model[], { tokens, sizes }: Lengths): Decision {
  const count = models.length;
  const isSeveral = models.some(({ line }) => !line);
  const holding = models.filter((model) =>
    model.line ? holdsLongest(model.line) : heldIn(model).held === heldIn(model).all,
  );
  const [first] = models as [Model];
  if (holding.length > 0) {
    const names = named(holding);
    const cheapest = isSeveral ? undefined : cheapestOf(holding);
    if (cheapest) {
      const at = sizeText(tokens.at(-1)!, sizes);
      return {
        tone: 'good',
        text: say`${cheapest.name} is the cheapest of ${holding.length} models that are reliable at ${at}: ${costText(cheapest.spent.cost)} per run.`,
      };
    }
    return {
      tone: 'good',
      text: isSeveral
        ? say`${holding.length} of ${count} models are reliable in every benchmark: ${names}.`
        : say`${holding.length} of ${count} models are reliable at ${sizeText(tokens.at(-1)!, sizes)}: ${names}.`,
    };
  }
  if (isSeveral) {
    const { held, all } = heldIn(first);
    return {
      tone: 'warn',
      text: say`None of ${count} models is reliable in every benchmark. ${first.name} is in ${held} of ${all}.`,
    };
  }
  const reach = first.line ? saidToHold(first.line) : 0;
  return reach > 0
    ? {
        tone: 'warn',
        text: say`None of ${count} models is reliable at ${sizeText(tokens.at(-1)!, sizes)}. ${first.name} is up to ${sizeText(reach, sizes)}.`,
      }
    : { tone: 'bad', text: say`None of ${count} models is reliable at any length tested.` };
}

/** True if the model already fails at the shortest length, so that the longest says no more. */
function isBadThroughout([model, ...others]: readonly Model[]): boolean {
  if (others.length > 0 || !model?.line) return false;
  const { kind } = verdictOf(model.line);
  return (
    ['misses', 'not reliable', 'unusable'].includes(kind) &&
    saidToFail(model.line) <= model.line.shortest
  );
}

/** Says of the only model what to do, or what its unusable answers are. */
function aloneText({ name, line, rows }: Model): Text | undefined {
  if (!line) return undefined;
  const verdict = verdictOf(line);
  if (verdict.kind === 'refused' || (verdict.kind === 'unread' && verdict.cause)) {
    const of = verdict.kind === 'refused' ? 'refused' : 'unreadable';
    const problems = rows.flatMap((row) => row.problems ?? []);
    const { begins } = problems.find(({ problem }) => problem === of) ?? {};
    return paragraph([
      of === 'unreadable'
        ? say`This is about format, not memory. Ask for the format, or use \`structured: true\`.`
        : '',
      begins === undefined ? '' : say`The first answer begins: “${foreign(begins)}”`,
    ]);
  }
  if (verdict.kind !== 'unusable') return adviceText(name, line);
  const { answers, broken } = verdict.unusable;
  const most = percentText(NEARLY_NOTHING);
  return paragraph([
    broken > 0
      ? say`${sayCount(broken, 'answer')} refused, were cut off or could not be read.`
      : '',
    answers > broken
      ? say`${sayCount(answers - broken, 'answer')} had at most ${most} of the facts.`
      : '',
  ]);
}

/** States what was found at the longest length, and what reliable means. */
export function leadOf(view: View): Text | undefined {
  const { data, models, lengths } = view;
  const [first] = models;
  if (!first) return undefined;
  const target = percentText(data.options.threshold);
  const reliable =
    data.options.baseLengths === undefined
      ? data.questions
        ? say`Reliable means at least ${target} of the questions answered (95% confidence).`
        : say`Reliable means at least ${target} of the facts found (95% confidence).`
      : say`Reliable means at least ${target} of what it finds at its shortest lengths.`;
  const isUnusable = models.some(({ line }) => line && verdictOf(line).kind === 'unusable');
  const meaning =
    isUnusable && models.length > 1
      ? say`${reliable} Unusable means refused, cut off, unreadable or with at most ${percentText(NEARLY_NOTHING)} of the facts.`
      : reliable;
  const advice = models.length === 1 ? aloneText(first) : undefined;
  if (!models.some(isRead)) return advice || undefined;
  // What was found beyond a server's limit says nothing of the model.
  if (advice && first.line && verdictOf(first.line).kind === 'limit') {
    return paragraph([advice, meaning]);
  }
  const longest = isBadThroughout(models) ? lengths.tokens[0] : lengths.tokens.at(-1);
  if (longest === undefined || models.length > FEW_MODELS || !models.every(isRead)) return meaning;
  const found = models.flatMap((model) => {
    const share = foundAt(view, model, [longest]);
    return share ? [{ name: model.name, share: percentText(share.value) }] : [];
  });
  if (found.length === 0) return paragraph([advice ?? '', meaning]);
  const figures = found.map(({ name, share }) => (models.length > 1 ? `${name} ${share}` : share));
  const said = say`${foundName(data)} at ${sizeText(longest, lengths.sizes)}: ${commas(figures)}.`;
  return paragraph([advice ?? '', said, meaning]);
}
