/**
 * The only script of the report: it rings a mark of a chart and shows its text on hover and focus,
 * and lets the arrow keys walk from mark to mark. It reads attributes of the page and writes text;
 * a mark gets its name for a screen reader when it is focused, since a shape without a role may have none.
 */
(() => {
  const MARK = '.chart svg [data-label]';
  const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const tip = document.getElementById('tip');
  const ring = document.getElementById('ring');
  let current;

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
    const marks = step ? [...chart.querySelectorAll('[data-label]')] : [];
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
