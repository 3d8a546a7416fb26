/** How the pages look: `datasets/page/style.css` in the colours of the charts. */
import { datasetText } from '../../../base/datasets.js';
import { DARK, darkRules, INK, LINE, MUTED } from '../charts/chart-style.js';

const colours = (of: (light: string) => string | undefined) =>
  `:root { --ink: ${of(INK)}; --muted: ${of(MUTED)}; --line: ${of(LINE)}; }`;

export const STYLE = `
${colours((light) => light)}
@media screen and (prefers-color-scheme: dark) {
${colours((light) => DARK[light])}
${darkRules('.chart ')}
}
${datasetText('page/style.css')}`;
