/** Draws charts without a browser. Vega and resvg load when the first chart is drawn. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { visibleText } from '../../../base/doors.js';
import { UserError } from '../../../base/user-error.js';
import type { VegaLiteSpec } from './spec.js';
import { standaloneSvg } from './svg.js';

type Vega = typeof import('vega');

/** Something that Vega measures: a label, a title. */
interface TextItem {
  fontSize?: number;
}

let vega: Promise<Vega> | undefined;

/** Vega, measuring text the same on every machine, whatever canvas is installed. */
function loadVega(): Promise<Vega> {
  vega ??= import('vega').then((loaded) => {
    // Vega's typings leave this out; other renderers without a canvas set it in the same way.
    const { textMetrics } = loaded as unknown as {
      textMetrics: { width: (item: TextItem, text: unknown) => number };
    };
    textMetrics.width = ({ fontSize = 11 }, text) => textWidth(String(text ?? ''), fontSize);
    return loaded;
  });
  return vega;
}

/** Width of a text in DejaVu Sans, nearly. */
function textWidth(text: string, fontSize: number): number {
  let ems = 0;
  for (const character of text) {
    if (
      /[\u1100-\u115f\u2e80-\ud7a3\uf900-\ufaff\ufe30-\uffe6]|\p{Emoji_Presentation}/u.test(
        character,
      )
    )
      ems += 1;
    else if (/[iljI.,:;'|!()[\]{} ftr·]/.test(character)) ems += 0.36;
    else if (/[mwMW%@—]/.test(character)) ems += 0.95;
    else ems += /[A-Z★…]/.test(character) ? 0.72 : 0.61;
  }
  return Math.ceil(ems * fontSize);
}

/** What keeps a specification from reaching a file or the network. */
const REFUSAL = 'charts load nothing';

const refuse = () => Promise.reject(new Error(REFUSAL));

/**
 * Draw a chart as SVG: the same text for the same specification, on every machine. Colours follow
 * the reader's choice of light or dark.
 *
 * @param onWarning - is told what Vega-Lite finds odd in the specification
 */
export async function renderSvg(
  spec: VegaLiteSpec,
  onWarning: (message: string) => void = () => {},
): Promise<string> {
  const [{ Error: ERROR, logger, parse, View }, { compile }] = await Promise.all([
    loadVega(),
    import('vega-lite'),
  ]);
  const log = logger(ERROR);
  log.warn = (...message) => {
    onWarning(message.join(' '));
    return log;
  };
  const compiled = compile(spec, { logger: log });
  const view = new View(parse(compiled.spec), {
    renderer: 'none',
    logger: log,
    loader: { load: refuse, sanitize: refuse, http: refuse, file: refuse },
  });
  try {
    return visibleText(standaloneSvg(await view.toSVG()));
  } finally {
    view.finalize();
  }
}

/** What only PNG needs, a fifth of all that would be installed, a user installs who wants PNG. */
async function pngTools() {
  try {
    const manifest = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json');
    const { renderAsync } = await import('@resvg/resvg-js');
    return { renderAsync, fonts: join(dirname(manifest), 'ttf') };
  } catch {
    throw new UserError(
      'PNG pictures need two packages: `npm install --save-dev @resvg/resvg-js dejavu-fonts-ttf`. Or ' +
        'leave png out of --format; svg needs none.',
    );
  }
}

/** Characters of scripts that DejaVu does not have: for these the fonts of the system must help. */
const BEYOND_DEJAVU =
  /[\u0900-\u0dff\u0e80-\u109f\u1100-\u13ff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\u{1f000}-\u{3ffff}]/u;

/**
 * Draw an SVG of `renderSvg` as PNG, in the light colours on white.
 *
 * @param scale - pixels for each unit of the SVG
 * @throws {UserError} when what draws it is not installed
 */
export async function renderPng(svg: string, scale = 2): Promise<Uint8Array> {
  const { renderAsync, fonts } = await pngTools();
  const image = await renderAsync(svg, {
    background: 'white',
    fitTo: { mode: 'zoom', value: scale },
    font: {
      loadSystemFonts: BEYOND_DEJAVU.test(svg),
      fontFiles: ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((file) => join(fonts, file)),
      defaultFontFamily: 'DejaVu Sans',
      sansSerifFamily: 'DejaVu Sans',
    },
  });
  return image.asPng();
}
