/** The pictures of a Document as SVG files: what people share, a badge, and each chart. */
import type { Block, Chart, Document } from '../document.js';
import { badgeSvg } from './badge.js';
import { chartSvg } from './html-chart.js';
import { shareSvg } from './share.js';

/** @returns SVG by name without its ending: `share`, `badge`, `chart`, `chart-2` */
export function documentPictures(document: Document): Map<string, string> {
  const charts = chartsOf(document.blocks).flatMap((chart) => chartSvg(chart)?.text ?? []);
  const badge = badgeSvg(document);
  return new Map([
    ['share', shareSvg(document).text],
    ...(badge ? [['badge', badge.text] as const] : []),
    ...charts.map((svg, i): [string, string] => [i === 0 ? 'chart' : `chart-${i + 1}`, svg]),
  ]);
}

function chartsOf(blocks: readonly Block[]): Chart[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'section') return chartsOf(block.blocks);
    return block.kind === 'chart' ? [block] : [];
  });
}
