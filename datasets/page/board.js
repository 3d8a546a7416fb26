/** Sorts and filters the board. It reads attributes of the page and moves rows; without it the table is whole. */
(() => {
  const form = document.getElementById('filters');
  const { need, sort, name, count } = form.elements;
  const heads = [...document.querySelectorAll('th[data-sort]')];
  const wayOf = (order) => heads.find((head) => head.dataset.sort === order).dataset.way;
  let way = wayOf('holds');

  /** What is not known comes last, whichever way. */
  const compare = (a, b) => {
    const order = sort.value;
    const sign = way === 'descending' ? -1 : 1;
    const same = a.dataset.place - b.dataset.place;
    if (order === 'holds') return -sign * same;
    if (order === 'name') return sign * a.dataset.name.localeCompare(b.dataset.name, 'en') || same;
    const [one, other] = [a.dataset[order], b.dataset[order]];
    if (one === undefined || other === undefined) {
      return (one === undefined) - (other === undefined) || same;
    }
    return sign * (one - other) || same;
  };
  const show = () => {
    for (const head of heads) {
      head.setAttribute('aria-sort', head.dataset.sort === sort.value ? way : 'none');
    }
    const words = name.value.trim().toLowerCase();
    const shown = new Set();
    const all = new Set();
    for (const body of document.querySelectorAll('.board tbody')) {
      for (const row of [...body.rows].sort(compare)) {
        const { name: reader, holds } = row.dataset;
        row.hidden = Number(holds) < Number(need.value) || !reader.toLowerCase().includes(words);
        all.add(reader);
        if (!row.hidden) shown.add(reader);
        body.append(row);
      }
    }
    count.value = count.dataset.words.replace('{0}', shown.size).replace('{1}', all.size);
  };

  for (const head of heads) {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener('click', () => {
      const again = head.dataset.sort === sort.value;
      sort.value = head.dataset.sort;
      const other = way === 'ascending' ? 'descending' : 'ascending';
      way = again ? other : head.dataset.way;
      show();
    });
  }
  sort.addEventListener('change', () => {
    way = wayOf(sort.value);
    show();
  });
  need.addEventListener('change', show);
  name.addEventListener('input', show);
  form.addEventListener('submit', (event) => event.preventDefault());
  form.hidden = false;
  show();
})();
