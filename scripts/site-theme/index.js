/** VitePress's own theme with our style; a page that is not there has a main part, too. */

import { withBase } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { h } from 'vue';
import './style.css';

const missing = () =>
  h('main', { class: 'missing' }, [
    h('h1', 'Page not found'),
    h('a', { href: withBase('/') }, 'Start'),
  ]);

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'not-found': missing }),
};
