/* Copies, saves, sorts, and opens what a link leads to. Without it a page still shows everything. */
(() => {
  const live = document.getElementById('live');
  const tell = (text) => {
    live.textContent = text;
  };
  const copy = async (text, button) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = document.createElement('textarea');
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand('copy');
      area.remove();
      button.focus();
    }
    const before = button.textContent;
    button.textContent = live.dataset.copied;
    tell(live.dataset.copied);
    setTimeout(() => {
      button.textContent = before;
    }, 1200);
  };
  const texts = {
    link: () => location.href,
    markdown: () => document.getElementById('markdown').textContent,
    command: (button) => button.parentElement.querySelector('code').textContent,
  };
  const save = () => {
    const picture = new Image();
    picture.onload = () => {
      const canvas = document.createElement('canvas');
      canvas.width = 1200;
      canvas.height = 630;
      canvas.getContext('2d').drawImage(picture, 0, 0);
      const link = document.createElement('a');
      link.href = canvas.toDataURL('image/png');
      link.download = 'long-context.png';
      link.click();
    };
    const drawing = document.getElementById('share').innerHTML.trim();
    picture.src = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
  };
  const sort = (head) => {
    const column = [...head.parentElement.children].indexOf(head);
    const body = head.closest('table').tBodies[0];
    const sign = head.getAttribute('aria-sort') === 'descending' ? 1 : -1;
    for (const other of head.parentElement.children) other.removeAttribute('aria-sort');
    head.setAttribute('aria-sort', sign === 1 ? 'ascending' : 'descending');
    const keyOf = (row) => {
      const { dataset, textContent } = row.children[column];
      return dataset.value === undefined ? textContent : Number(dataset.value);
    };
    const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
    const rows = [...body.rows].filter((row) => row.children.length > 1);
    rows.sort((a, b) => sign * compare(keyOf(a), keyOf(b)));
    body.append(...rows);
  };
  let from;
  const show = () => {
    const id = decodeURIComponent(location.hash.slice(1));
    const part = id && document.getElementById(id);
    for (const open of document.querySelectorAll('dialog[open]')) if (open !== part) open.close();
    if (part && part.localName === 'dialog' && !part.open) part.showModal();
    if (part && part.localName === 'details') part.open = true;
  };
  addEventListener('hashchange', show);
  document.addEventListener('click', (event) => {
    const link = event.target.closest('a[href^="#"]');
    if (link) from = link;
    if (event.target.localName === 'dialog') event.target.close();
    const button = event.target.closest('button');
    if (!button) return;
    if (button.dataset.copy) copy(texts[button.dataset.copy](button), button);
    if ('save' in button.dataset) save();
    if ('sort' in button.dataset) sort(button.closest('th'));
    if ('close' in button.dataset) button.closest('dialog').close();
  });
  for (const dialog of document.querySelectorAll('dialog')) {
    dialog.addEventListener('close', () => {
      history.replaceState(null, '', location.pathname + location.search);
      from?.focus();
    });
  }
  show();
})();
