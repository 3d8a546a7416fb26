/** Draws a picture as PNG, without a browser. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { UserError } from '../../../base/user-error.js';
import { BEYOND_DEJAVU } from '../../document/charts/chart-style.js';

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

/**
 * Draw an SVG of `svgFile` as PNG, in the light colours on white.
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
