/**
 * The only script of the report. Its first part rings a mark of a chart and shows its text on hover and focus,
 * and lets the arrow keys walk from mark to mark. It reads attributes of the page and writes text;
 * a mark gets its name for a screen reader when it is focused, since a shape without a role may have none.
 */
(() => {
  const MARK = '.chart svg [data-label]';
  const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const tip = document.getElementById('tip');
  const ring = document.getElementById('ring');
  let current;

  for (const narrow of document.querySelectorAll('.chart .wide + .narrow')) {
    const labels = narrow.previousElementSibling.querySelectorAll('[data-label]');
    narrow.querySelectorAll('[data-label]').forEach((mark, i) => {
      mark.dataset.label = labels[i].dataset.label;
    });
  }

  const place = () => {
    const mark = current.getBoundingClientRect();
    const own = tip.getBoundingClientRect();
    const left = mark.left + mark.width / 2 - own.width / 2;
    const above = mark.top - own.height - 8;
    tip.style.left = `${Math.max(8, Math.min(left, innerWidth - own.width - 8))}px`;
    tip.style.top = `${above < 8 ? mark.bottom + 8 : above}px`;
    ring.style.left = `${mark.left - 3}px`;
    ring.style.top = `${mark.top - 3}px`;
    ring.style.width = `${mark.width + 6}px`;
    ring.style.height = `${mark.height + 6}px`;
  };
  const show = (mark) => {
    current = mark;
    tip.hidden = ring.hidden = !mark;
    if (!mark) return;
    tip.textContent = mark.dataset.label;
    place();
  };
  const markAt = (event) => event.target.closest?.(MARK);
  const focused = () => document.activeElement?.closest(MARK);

  document.addEventListener('pointerover', (event) => show(markAt(event) ?? focused()));
  document.addEventListener('focusin', (event) => show(markAt(event)));
  document.addEventListener('scroll', () => current && place(), { capture: true, passive: true });

  const middle = (mark) => {
    const box = mark.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const next = (marks, from, [across, down]) => {
    const [x, y] = middle(from);
    let best = from;
    let least = Infinity;
    for (const mark of marks) {
      const [otherX, otherY] = middle(mark);
      const along = (otherX - x) * across + (otherY - y) * down;
      const aside = Math.abs((otherX - x) * down) + Math.abs((otherY - y) * across);
      if (along > 0.5 && along + 3 * aside < least) {
        least = along + 3 * aside;
        best = mark;
      }
    }
    return best;
  };
  document.addEventListener('keydown', (event) => {
    const chart = event.target.closest?.('.chart svg');
    if (!chart) return;
    if (event.key === 'Escape') {
      chart.focus();
      show();
    }
    const step = STEPS[event.key];
    const marks = step
      ? [...chart.querySelectorAll('[data-label]')].filter((one) => !one.closest('[hidden]'))
      : [];
    if (marks.length === 0) return;
    event.preventDefault();
    const from = markAt(event);
    const to = from ? next(marks, from, step) : marks[0];
    to.setAttribute('tabindex', '-1');
    to.setAttribute('role', 'img');
    to.setAttribute('aria-label', to.dataset.label);
    to.focus();
  });
})();
/**
 * Its second part walks through maps of what was lost, and shows in their panel the answer of one reader. Without it
 * the cells are links all the same, and the panel has the answers of all who lost there.
 */
(() => {
  const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  /** A finger takes the lost cell that is so near, in pixels. */
  const NEAR = 14;
  const tip = document.getElementById('tip');
  /** The page has the words in its language, with places for what is put in: `{0}`, `{1}`. */
  const say = (words, ...contents) => words.replace(/\{(\d)\}/g, (_, i) => contents[i]);

  const maps = [...document.querySelectorAll('.map')].map((svg) => {
    const [left, top, across, down] = svg.dataset.grid.split(' ').map(Number);
    const map = { svg, left, top, across, down, links: [...svg.querySelectorAll('a')] };
    map.lengths = svg.dataset.lengths.split('|');
    map.recalls = svg.dataset.recalls.split('|').map((row) => row.split(' '));
    map.tokens = svg.dataset.tokens.split(' ').map(Number);
    map.isShown = () => true;
    map.at = (link) => {
      const { x, y } = link.firstChild.getBBox();
      return [Math.round(x), Math.round(y)];
    };
    return map;
  });
  const linkAt = (map, [x, y]) => map.links.find((link) => map.at(link).join() === [x, y].join());

  const mark = (map, [x, y]) => {
    map.cursor = [x, y];
    const { left, top, across, down } = map;
    const frame = `M${left + x * across},${top + y * down}h${across}v${down}h${-across}z`;
    map.svg.querySelector('.here').setAttribute('d', frame);
  };
  const tell = (map, [x, y]) => {
    const recall = map.recalls[y]?.[x];
    tip.hidden = recall === undefined;
    if (tip.hidden) return;
    const { known, unknown } = map.svg.dataset;
    tip.textContent = say(recall === '-' ? unknown : known, map.lengths[x], y + 1, recall);
    const box = map.svg.getBoundingClientRect();
    const scale = box.width / map.svg.viewBox.baseVal.width;
    const own = tip.getBoundingClientRect();
    const middle = box.left + (map.left + (x + 0.5) * map.across) * scale - own.width / 2;
    tip.style.left = `${Math.max(8, Math.min(middle, innerWidth - own.width - 8))}px`;
    tip.style.top = `${Math.max(8, box.top + (map.top + y * map.down) * scale - own.height - 8)}px`;
  };
  const cellAt = (map, event) => {
    const box = map.svg.getBoundingClientRect();
    const scale = box.width / map.svg.viewBox.baseVal.width;
    const x = (event.clientX - box.left) / scale - map.left;
    const y = (event.clientY - box.top) / scale - map.top;
    return [Math.floor(x / map.across), Math.floor(y / map.down)];
  };

  /** A page that opens a panel does not move. */
  const open = (link) => {
    const [x, y] = [scrollX, scrollY];
    location.hash = link.getAttribute('href');
    scrollTo(x, y);
  };
  /** The question whose cell led to a panel that lies far below: it is gone back to. */
  let question;
  const openFromMap = (link) => {
    question = undefined;
    open(link);
  };
  const nearest = (map, event) => {
    let best;
    let least = NEAR;
    for (const link of map.links) {
      const { left, right, top, bottom } = link.getBoundingClientRect();
      const aside = Math.max(left - event.clientX, 0, event.clientX - right);
      const above = Math.max(top - event.clientY, 0, event.clientY - bottom);
      const distance = Math.hypot(aside, above);
      if (distance < least) [best, least] = [link, distance];
    }
    return best;
  };

  for (const map of maps) {
    const { svg, recalls, lengths } = map;
    svg.addEventListener('click', (event) => {
      const link = event.target.closest('a') ?? nearest(map, event);
      event.preventDefault();
      if (link) openFromMap(link);
    });
    svg.addEventListener('pointermove', (event) => tell(map, cellAt(map, event)));
    svg.addEventListener('pointerleave', () => tell(map, [-1, -1]));
    svg.addEventListener('blur', () => tell(map, [-1, -1]));
    svg.addEventListener('keydown', (event) => {
      const step = STEPS[event.key];
      const [x, y] = map.cursor ?? [-1, 0];
      if (step) {
        const within = (value, count) => Math.max(0, Math.min(count - 1, value));
        const to = map.cursor ? [x + step[0], y + step[1]] : [0, 0];
        mark(map, [within(to[0], lengths.length), within(to[1], recalls.length)]);
      } else if (event.key === 'n' || event.key === 'N') {
        const behind = (link) => {
          const [column, row] = map.at(link);
          return column > x || (column === x && row > y);
        };
        const sorted = sortedLinks(map);
        const to = sorted.find(behind) ?? sorted[0];
        if (to) mark(map, map.at(to));
      } else if (event.key === 'Enter') {
        const link = map.cursor && linkAt(map, map.cursor);
        if (link) openFromMap(link);
        return;
      } else return;
      event.preventDefault();
      if (map.cursor) tell(map, map.cursor);
    });
  }
  const sortedLinks = (map) =>
    links(map)
      .sort(([, a], [, b]) => a[0] - b[0] || a[1] - b[1])
      .map(([link]) => link);
  const links = (map) =>
    map.links.map((link) => [link, map.at(link)]).filter(([, [x]]) => map.isShown(map.tokens[x]));

  const step = (link, to) => {
    link.hidden = !to;
    if (to) link.setAttribute('href', to.getAttribute('href'));
  };
  const show = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const panel = target?.closest('.mapped .panel');
    if (!panel) return;
    for (let fold = panel.closest('details'); fold; fold = fold.parentElement.closest('details')) {
      fold.open = true;
    }
    const [reader] = /(?<=^lost-\d+-\d+-)\d+$/.exec(target.id) ?? [];
    for (const said of panel.querySelectorAll('.said')) {
      said.hidden = reader !== undefined && said.dataset.reader !== reader;
    }
    const href = `#${target.id}`;
    const map = maps.find((one) => one.links.some((link) => link.getAttribute('href') === href));
    for (const one of maps) one.svg.querySelector('.here').setAttribute('d', 'M0,0');
    if (map) {
      const sorted = sortedLinks(map);
      const i = sorted.findIndex((link) => link.getAttribute('href') === href);
      mark(map, map.at(sorted[i]));
      step(panel.querySelector('.previous'), sorted[i - 1]);
      step(panel.querySelector('.next'), sorted[i + 1]);
    }
    panel.closest('.panels').scrollTop = 0;
    panel.map = map;
    panel.focus({ preventScroll: true });
  };
  document.addEventListener('click', (event) => {
    question = event.target.closest?.('.questions a') ?? question;
    const link = event.target.closest?.('.panel .moves a');
    if (!link) return;
    event.preventDefault();
    if (link.className === 'back') leave(link.closest('.panel'));
    else open(link);
  });
  document.addEventListener('keydown', (event) => {
    const panel = event.target.closest?.('.mapped .panel');
    if (!panel) return;
    if (event.key === 'Escape') leave(panel);
    const way = { n: '.next', N: '.next', p: '.previous', P: '.previous' }[event.key];
    const link = way && panel.querySelector(way);
    if (link && !link.hidden) open(link);
  });
  const leave = (panel) => {
    const { map } = panel;
    const [x, y] = [scrollX, scrollY];
    location.hash = '';
    scrollTo(x, y);
    if (question) question.focus();
    else map?.svg.focus({ preventScroll: true });
  };
  addEventListener('hashchange', show);
  show();

  /** Filters move tables, maps and counts together; a page without this script shows everything. */
  const controls = document.getElementById('filters');
  if (!controls) return;
  controls.hidden = false;
  const value = (name, otherwise) => controls.querySelector(`[name="${name}"]`)?.value ?? otherwise;
  const veil = ({ svg, left, top, across, down, tokens, recalls, isShown }) => {
    const height = recalls.length * down;
    const columns = tokens.map((one, x) =>
      isShown(one) ? '' : `M${left + x * across},${top}h${across}v${height}h${-across}z`,
    );
    svg.querySelector('.veil').setAttribute('d', columns.join('') || 'M0,0');
    const cells = recalls.flatMap((row) => row.filter((_, x) => isShown(tokens[x])));
    const known = cells.filter((recall) => recall !== '-');
    const lost = known.filter((recall) => Number(recall) < 1);
    const count = svg.closest('figure').querySelector('.count');
    count.textContent = say(count.dataset.words, lost.length, known.length);
    return count.closest('[hidden]') ? 0 : lost.length;
  };
  /** A heading of some rows stands in the first that is shown. */
  const regroup = (group) => {
    const heading = group.querySelector('th[scope="rowgroup"][rowspan]');
    const rows = [...group.rows].filter((row) => !row.hidden);
    if (!heading || rows.length === 0) return;
    rows[0].prepend(heading);
    heading.rowSpan = rows.length;
  };
  /** Cells of a column go with its heading; counted from the right, since headings of rows are at the left. */
  const hideBelow = (head) => {
    const fromRight = head.parentElement.cells.length - head.cellIndex;
    for (const { cells } of head.closest('table').querySelectorAll('tbody tr')) {
      const cell = cells[cells.length - fromRight];
      if (cell?.colSpan === 1) cell.hidden = head.hidden;
    }
  };
  const filter = () => {
    const boxes = [...controls.querySelectorAll('[name="reader"]')];
    const off = new Set(boxes.filter((box) => !box.checked).map((box) => box.value));
    const [only, benchmark] = [value('only', ''), value('benchmark', '')];
    const [from, to] = [Number(value('from', 0)), Number(value('to', Infinity))];
    const isShown = (tokens) => tokens >= Math.min(from, to) && tokens <= Math.max(from, to);
    for (const one of document.querySelectorAll('[data-by], [data-in], [data-at]')) {
      const { by, in: inside, at } = one.dataset;
      const isHidden =
        off.has(by) ||
        (only !== '' && by !== undefined && by !== only) ||
        (benchmark !== '' && inside !== undefined && inside !== benchmark) ||
        (at !== undefined && !at.split(' ').some((tokens) => isShown(Number(tokens))));
      one.toggleAttribute('hidden', isHidden);
    }
    for (const head of document.querySelectorAll('thead [data-at]')) hideBelow(head);
    for (const group of document.querySelectorAll('tbody')) regroup(group);
    let lost = 0;
    for (const map of maps) {
      map.isShown = isShown;
      lost += veil(map);
    }
    const listed = [...document.querySelectorAll('.failures > li[data-by]')];
    const failures = listed.filter((one) => !one.hidden).length;
    const isNone = boxes.length > 0 && off.size === boxes.length;
    const output = controls.querySelector('output');
    const { words, none } = output.dataset;
    output.textContent = isNone ? none : say(words, lost, failures, listed.length);
  };
  controls.addEventListener('change', filter);
  filter();
})();
