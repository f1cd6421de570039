import type { ParameterDocs } from './data.ts';
import { type Html, html } from './html.ts';

/** Types for whose values the script offers a field of the browser beside the text field. */
const controls = new Set(['dateTime', 'date', 'time', 'base64Binary']);

/** Whole numbers that are mostly without a sign, which number keys of telephones may lack. */
const wholeNumber =
  /^(?:unsigned)?(?:byte|short|int|long)$|^(?:integer|nonNegativeInteger|positiveInteger)$/i;
const fraction = /^(?:decimal|float|double)$/;

/** The keys that a telephone shows for a type. */
function inputMode(type: string): string | undefined {
  if (wholeNumber.test(type)) return 'numeric';
  return fraction.test(type) ? 'decimal' : undefined;
}

/** A row of the test form: name and type of a parameter, and its input. */
export function fieldRow(parameter: ParameterDocs, at: number): Html {
  const { name, type, repeated } = parameter;
  const id = `field-${at}`;
  const note = html`<small id="type-${at}">${type}${repeated && ', one value a line'}</small>`;
  return html`<tr><td><label for="${id}">${name}:</label> ${note}</td>\
<td>${fieldInput(parameter, at)}</td></tr>
`;
}

/** A list if it has all possible values, otherwise a text field. */
function fieldInput(parameter: ParameterDocs, at: number): Html {
  const { name, type, values, repeated, freeText, preset = '' } = parameter;
  const common = html`id="field-${at}" name="${name}" data-field="" aria-describedby="type-${at}"`;
  if (repeated) return html`<textarea ${common} rows="3" spellcheck="false"></textarea>`;
  if (!freeText && values !== undefined)
    return html`<select ${common}>${options(values, preset)}</select>`;
  if (!freeText && type === 'boolean') {
    const chosen = preset === 'true' || preset === '1' ? 'true' : 'false';
    return html`<select ${common} data-control="boolean">\
${options(['false', 'true'], chosen)}</select>`;
  }
  const list = values && html` list="values-${at}"`;
  const value = preset !== '' && html` value="${preset}"`;
  const control = !freeText && controls.has(type) && html` data-control="${type}"`;
  const mode = freeText ? undefined : inputMode(type);
  const keys = mode && html` inputmode="${mode}"`;
  const input = html`<input type="text" ${common}${control}${keys}${list}${value} \
spellcheck="false" autocapitalize="off">`;
  return values === undefined
    ? input
    : html`${input}<datalist id="values-${at}">${options(values, '')}</datalist>`;
}

function options(values: readonly string[], chosen: string): readonly Html[] {
  return values.map(
    (one) => html`<option value="${one}"${one === chosen && html` selected`}>${one}</option>`,
  );
}
