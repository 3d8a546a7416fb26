/** The Chromium of this machine, for tests of what a person sees. */
import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../../scripts/chromium.mjs';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('Chromium is missing. Run: node scripts/chromium.mjs');
  return chromium.launch({ executablePath, args: FLAGS });
}
