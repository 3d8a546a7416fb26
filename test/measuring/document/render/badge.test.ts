import { describe, expect, it } from 'vitest';
import type { Document } from '../../../../src/measuring/document/document.js';
import { foreign } from '../../../../src/measuring/document/foreign.js';
import { badgeSvg, documentPictures } from '../../../../src/measuring/document/render/pictures.js';

const document: Document = {
  kind: 'report',
  title: 'Stars',
  about: [],
  decisions: [{ tone: 'good', text: 'm is reliable up to 64K tokens.' }],
  blocks: [],
  badge: { tone: 'good', text: 'Reliable up to 64K+' },
};

describe('a badge', () => {
  it('says the verdict, in text and for those who hear it', () => {
    const svg = documentPictures(document).get('badge')!;
    expect(svg).toContain('<title>long context: Reliable up to 64K+</title>');
    expect(svg).toContain('aria-label="long context: Reliable up to 64K+"');
    expect(svg).not.toMatch(/style=|<script|href=/);
  });

  it('is as wide as what it says, in its tone', () => {
    const widthOf = (text: string) =>
      Number(
        /width="(\d+)"/.exec(badgeSvg({ ...document, badge: { tone: 'bad', text } })!.text)![1],
      );
    expect(widthOf('Stops at 27.5K')).toBeGreaterThan(widthOf('Refuses'));
    const bad = badgeSvg({ ...document, badge: { tone: 'bad', text: 'Refuses' } })!.text;
    expect(bad).not.toContain(/fill="(#[0-9a-f]+)"\/><g/.exec(badgeSvg(document)!.text)![1]);
  });

  it('takes a name as text, and is absent where nothing was decided', () => {
    const text = foreign('<script>alert(1)</script>');
    expect(badgeSvg({ ...document, badge: { tone: 'warn', text } })!.text).not.toContain('<script');
    const { badge: _, ...without } = document;
    expect(badgeSvg(without)).toBeUndefined();
    expect(documentPictures(without).has('badge')).toBe(false);
  });
});
