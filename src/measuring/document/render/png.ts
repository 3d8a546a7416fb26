/** Draws a picture as PNG, without a browser. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { UserError } from '../../../base/user-error.js';

/** Scripts that DejaVu lacks, so the system's fonts must help. */
const BEYOND_DEJAVU =
  /[\u0900-\u0dff\u0e80-\u109f\u1100-\u13ff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\u{1f000}-\u{3ffff}]/u;

/** Loads what only PNG needs. It is a fifth of the install, so users add it themselves. */
async function pngTools() {
  try {
    const manifest = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json');
    const { renderAsync } = await import('@resvg/resvg-js');
    return { renderAsync, fonts: join(dirname(manifest), 'ttf') };
  } catch {
    throw new UserError(
      'PNG pictures need two packages: `npm install --save-dev @resvg/resvg-js dejavu-fonts-ttf`. Or ' +
        'pass an --out without .png.',
    );
  }
}

/**
 * @param scale - pixels for each unit of the SVG
 * @throws {UserError} if a package that draws it is missing
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
