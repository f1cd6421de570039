import { type Html, html } from './html.ts';

/** Up to this many operations need no filter. */
const most = 20;

/**
 * A field that filters the list by its text. The script shows it on long pages.
 *
 * @param count operations on the page
 */
export function filterField(count: number): Html | undefined {
  if (count <= most) return undefined;
  return html`<div class="filter" id="filter-part" hidden>
<label for="filter">Filter</label>
<input type="search" id="filter" autocomplete="off" spellcheck="false" aria-controls="entries">
<span class="soft" id="filter-count" role="status"></span>
</div>`;
}

/**
 * Script of the filter, for browsers. An entry with links of its own is shown with all of them if
 * it matches itself, otherwise with those that match. The hash below is that of exactly this text.
 */
export const filterScript: string = `
'use strict';
(() => {
  const at = (id) => document.getElementById(id);
  const field = at('filter');
  const count = at('filter-count');
  const entries = Array.from(at('entries').children, (entry) => {
    const links = Array.from(entry.querySelectorAll('.links > li'));
    const own = Array.from(entry.children).filter((one) => !one.matches('.links'));
    return { entry, links, text: own.map((one) => one.textContent).join(' ').toLowerCase() };
  });

  function filter() {
    const query = field.value.trim().toLowerCase();
    let shown = 0;
    let all = 0;
    for (const { entry, links, text } of entries) {
      const found = text.includes(query);
      for (const link of links) {
        link.hidden = !found && !link.textContent.toLowerCase().includes(query);
      }
      entry.hidden = !found && links.every((link) => link.hidden);
      all += links.length || 1;
      shown += links.filter((link) => !link.hidden).length || (entry.hidden ? 0 : 1);
    }
    count.textContent = query === '' ? '' : shown + ' of ' + all;
  }

  field.addEventListener('input', filter);
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    field.value = '';
    filter();
  });
  at('filter-part').hidden = false;
  filter();
})();
`;

/** SHA-256 of the script in base64, for the Content-Security-Policy. */
export const filterHash: string = 'uTvIbQB8gyxaml9CsnnEPNRRgk6TFTRoiC1r2USstXU=';
