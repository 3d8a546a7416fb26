/** The pictures of a Document as SVG files: what people share, and each chart. */
import type { Block, Chart, Document } from '../document.js';
import { chartSvg } from './html-chart.js';
import { shareSvg } from './share.js';

/** @returns SVG by name without its ending: `share`, `chart`, `chart-2` */
export function documentPictures(document: Document): Map<string, string> {
  const charts = chartsOf(document.blocks).flatMap((chart) => chartSvg(chart)?.text ?? []);
  return new Map([
    ['share', shareSvg(document).text],
    ...charts.map((svg, i): [string, string] => [i === 0 ? 'chart' : `chart-${i + 1}`, svg]),
  ]);
}

function chartsOf(blocks: readonly Block[]): Chart[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'section') return chartsOf(block.blocks);
    return block.kind === 'chart' ? [block] : [];
  });
}
