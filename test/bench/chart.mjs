// A chart of bars as SVG: groups of candidates, the shortest bar is the best. Readable on light and
// dark pages.

const column = 460;
const labelWidth = 110;
const barWidth = 230;
const rowHeight = 22;
const titleHeight = 34;

const escapeXml = (text) =>
  String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const style = `
  text { font: 13px ui-sans-serif, system-ui, sans-serif; fill: #24292f }
  .title { font-weight: 600 }
  .value { fill: #57606a }
  rect { fill: #b6bec8 }
  .own { fill: #1a7f64 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    .value { fill: #9aa4af }
    rect { fill: #4d5763 }
    .own { fill: #3fb68b }
  }
`;

const heightOf = (group) => titleHeight + group.bars.length * rowHeight + 12;

function drawGroup({ title, bars, own }, left, top) {
  const longest = Math.max(...bars.map(({ value }) => value));
  const rows = bars.map(({ name, value, label }, index) => {
    const y = top + titleHeight + index * rowHeight;
    const width = Math.max(2, Math.round((value / longest) * barWidth));
    const kind = name === own ? ' class="own"' : '';
    return [
      `<text x="${left + labelWidth - 8}" y="${y + 13}" text-anchor="end">${escapeXml(name)}</text>`,
      `<rect x="${left + labelWidth}" y="${y + 2}" width="${width}" height="14" rx="2"${kind} />`,
      `<text x="${left + labelWidth + width + 6}" y="${y + 13}" class="value">${escapeXml(label)}</text>`,
    ].join('\n');
  });
  return [
    `<text x="${left}" y="${top + 20}" class="title">${escapeXml(title)}</text>`,
    ...rows,
  ].join('\n');
}

/**
 * Draws groups of bars in two columns.
 * @param title what the chart shows, for those who hear it
 * @param groups `{ title, own, bars: { name, value, label }[] }`; `own` is the bar to stand out;
 *   values of a group share a scale
 * @returns text of an SVG document
 */
export function drawChart(title, groups) {
  const parts = [];
  let top = 0;
  for (let index = 0; index < groups.length; index += 2) {
    const pair = groups.slice(index, index + 2);
    pair.forEach((group, place) => {
      parts.push(drawGroup(group, place * column, top));
    });
    top += Math.max(...pair.map(heightOf));
  }
  const size = `width="${column * 2}" height="${top}" viewBox="0 0 ${column * 2} ${top}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="${escapeXml(title)}">`,
    `<title>${escapeXml(title)}</title>`,
    `<style>${style}</style>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}
