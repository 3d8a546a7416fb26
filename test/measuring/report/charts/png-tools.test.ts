import { expect, it, vi } from 'vitest';
import { renderPng } from '../../../../src/measuring/document/render/png.js';

vi.mock('@resvg/resvg-js', () => {
  throw new Error('Cannot find package');
});

it('says what to install where PNG cannot be drawn', async () => {
  await expect(renderPng('<svg xmlns="http://www.w3.org/2000/svg"/>')).rejects.toThrow(
    'PNG pictures need two packages: `npm install --save-dev @resvg/resvg-js dejavu-fonts-ttf`. Or pass ' +
      'an --out without .png.',
  );
});
