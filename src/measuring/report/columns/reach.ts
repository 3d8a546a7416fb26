import { say } from '../../../base/text/language.js';
import { capital } from '../../../base/text/texts.js';
import { type Content, html, sayHtml } from '../../document/markup.js';
import { type Column, column } from '../../document/table.js';
import { confidenceText, rangeText } from '../../document/words.js';
import { reachCell } from '../../facts/effective-length.js';
import type { Reached } from '../../facts/length-verdict.js';
import type { Interval } from '../../statistics/interval.js';
import { axisLabels, lengthAxis, reachPicture, sparkline } from '../html/small-pictures.js';

/** Recall at some lengths. */
type Points = readonly { tokens: number; recall: Pick<Interval, 'value'> }[];

/** What is drawn of one reader: nothing without a curve, or without anything known. */
interface Drawn {
  reached?: Reached | undefined;
  curve?: Points | undefined;
  found?: Points;
  threshold: number;
}

/** How far each reader holds, on a page alone: its effective length and its curve, on one axis for all. */
export function reachColumns<Row>(
  rows: readonly Pick<Reached, 'shortest' | 'longest'>[],
  figure: string,
  drawnOf: (row: Row) => Drawn,
): Column<Row>[] {
  const axis = lengthAxis(rows);
  const labels = axisLabels(axis);
  const range = html`<small class="phone">${say`${rangeText(axis.from, axis.to)} tokens`}</small>`;
  const reach = (row: Row): Content => {
    const { reached } = drawnOf(row);
    return reached && html`${reachPicture(reached, axis)}${range}`;
  };
  const curveOf = (row: Row): Content => {
    const { curve, found = [], threshold } = drawnOf(row);
    return curve && html`${sparkline(curve, found, threshold, axis)}${found.length > 0 && range}`;
  };
  return [
    column('picture', say`reach`, reach, {
      in: ['page'],
      head: sayHtml`Reliable length,<br>tokens ${labels}`,
    }),
    column('picture', say`curve`, curveOf, {
      in: ['page'],
      head: sayHtml`${capital(figure)} over length,<br>0 to 1, and threshold ${labels}`,
    }),
  ];
}

/** How far a reader holds, in words. */
export function holdsColumn<Row>(
  of: (row: Row) => Reached | undefined,
  { figure, threshold, confidence }: { figure: string; threshold: string; confidence: number },
  media?: Column<Row>['in'],
): Column<Row> {
  const cell = (row: Row) => {
    const reached = of(row);
    return reached && reachCell(reached);
  };
  return column('reach', say`reliable up to`, cell, {
    ...(media && { in: media }),
    head: sayHtml`Reliable<br>up to`,
    phone: say`reliable up to`,
    set: 'number',
    note: sayHtml`the longest length up to which ${figure} of all answers is ${threshold} or more, no place is ignored and few answers are
unusable (95% confidence). Bars: reliable lengths, with an arrow where nothing longer was tested. Dashes: inconclusive.
Small figures next to ${figure}: ${confidenceText({ confidence })} intervals`,
  });
}
