/** What the first lines of a report say of a learned model, and whether it is true. */
import { mean } from '../readers.mjs';

export const THRESHOLD = 0.85;
/** A place that finds no more than this is ignored. */
const LOST = 0.35;

/** Truth of a model and task: sizes with recall, and recall by place; sizes are those of the product's report. */
export function truthOf(truth, model, task, lengths) {
  const sizes = Object.entries(truth[model][task])
    .map(([size, byPlace]) => ({
      size: Number(size),
      byPlace: Object.entries(byPlace).map(([place, recall]) => ({ place: Number(place), recall })),
    }))
    .sort((a, b) => a.size - b.size);
  // Prompts of pairs are as long as they come out.
  const own = sizes.filter(({ size }) => lengths.some((one) => one.size === size));
  return own.map((one) => ({
    ...one,
    tokens: lengths.find(({ size }) => size === one.size).tokens,
    recall: mean(one.byPlace.map(({ recall }) => recall)),
  }));
}

/** Truth is known to so much; what is closer to a bound is taken as on either side. */
const KNOWN = 0.02;
const isReliable = ({ recall, byPlace }) =>
  recall >= THRESHOLD - KNOWN && byPlace.every((one) => one.recall > LOST);
/** A place that finds half is neither reliable nor ignored for sure. */
const isUnreliable = ({ recall, byPlace }) =>
  recall < THRESHOLD + KNOWN || byPlace.some((one) => one.recall <= 0.5);

/** What the first lines say, each with whether it is true. */
export function claimsOf(figures, known) {
  const { kind, tokens, notFrom, reads, stopsAtLow, stopsAtHigh } = figures;
  const { ignoredFrom, ignoredStart: from, ignoredEnd: to } = figures;
  const claims = [];
  const at = (length) => known.find((one) => one.tokens === length);
  if (tokens && kind !== 'rises') {
    const shorter = known.filter((one) => one.tokens <= tokens);
    claims.push([`reliable up to ${tokens}`, shorter.every(isReliable)]);
  }
  if ((kind === 'shorter' || kind === 'not reliable') && notFrom) {
    claims.push([`not reliable at ${notFrom}`, isUnreliable(at(notFrom))]);
  }
  const marks = known.flatMap((one) =>
    one.byPlace.map(({ place, recall }) => ({ place, recall, tokens: one.tokens })),
  );
  const recallWhere = (is) => mean(marks.filter(is).map(({ recall }) => recall));
  if (kind === 'misses') {
    const isIn = ({ place }) => (place > from || from === 0) && place <= to;
    const own = (one) => one.tokens >= ignoredFrom;
    const inside = recallWhere((one) => own(one) && isIn(one));
    const outside = recallWhere((one) => own(one) && !isIn(one));
    claims.push([`misses ${from}–${to}`, inside < 0.5 && outside >= THRESHOLD]);
  }
  if (kind === 'cut') {
    const away = ({ place, tokens: all }) => all * (reads === 'start' ? place : 1 - place);
    const beyond = recallWhere((one) => away(one) > stopsAtHigh);
    const near = recallWhere((one) => away(one) <= stopsAtLow);
    const text = `reads only ${Math.round(stopsAtLow)}–${Math.round(stopsAtHigh)} from the ${reads}`;
    claims.push([text, beyond <= LOST && near >= THRESHOLD]);
  }
  if (kind === 'limit') {
    const beyond = known.filter((one) => one.tokens >= figures.limitFrom);
    claims.push([`nothing from ${figures.limitFrom}`, beyond.every(({ recall }) => recall < 0.05)]);
  }
  return claims;
}
