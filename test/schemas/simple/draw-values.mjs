// Messages of a schema of slots: each has one or two values, drawn from their types or almost.
import { declarations } from '../namespaces.mjs';
import { blanksAround, perturbed } from './near-miss.mjs';

/** Draws a message: its text, and the types whose values are in it. */
export function drawMessage({ slots }, dice) {
  const chosen = dice.chance(0.8) ? [dice.pick(slots)] : slots.filter(() => dice.chance(0.3));
  const spoilt = dice.chance(0.45) ? dice.pick(slots) : undefined;
  const attributes = [];
  const elements = [];
  const labels = [];
  for (const slot of chosen) {
    const text = drawValue(slot, slot === spoilt || dice.chance(0.15), dice);
    labels.push(`${slot.form}: ${(slot.derived ?? slot.type).labels.join(' ')}`);
    if (slot.form === 'attribute' || slot.place === 'attribute') {
      attributes.push(` a${slot.index}="${inAttribute(text)}"`);
    } else {
      elements.push(elementText(slot, text, dice));
    }
  }
  const anchor =
    /anchor/.test(attributes.join('') + elements.join('')) && dice.chance(0.9)
      ? ' anchor="anchor"'
      : '';
  const content = elements.join('');
  return {
    text: `<t:r ${declarations} xmlns:xs="http://www.w3.org/2001/XMLSchema"${anchor}${attributes.join('')}>${content}</t:r>`,
    label: labels.join(', '),
    slots: chosen,
  };
}

function drawValue(slot, spoil, dice) {
  if (slot.form === 'initial' && dice.chance(0.5)) return dice.chance(0.3) ? '' : slot.initial;
  const type = slot.derived !== undefined && dice.chance(0.6) ? slot.derived : slot.type;
  const text = type.draw(dice);
  const near = spoil ? perturbed(text, dice) : text;
  return dice.chance(0.12) ? blanksAround(near, dice) : near;
}

function elementText(slot, text, dice) {
  const name = `t:e${slot.index}`;
  const own = [];
  if (slot.form === 'nillable' && dice.chance(0.3)) own.push(' xsi:nil="true"');
  if (slot.derived !== undefined && dice.chance(0.5))
    own.push(` xsi:type="t:${slot.derived.name}"`);
  if (dice.chance(0.05)) own.push(' xmlns="urn:w"');
  if (slot.attribute !== undefined && dice.chance(0.6)) {
    own.push(` p="${inAttribute(slot.attribute.draw(dice))}"`);
  }
  const nil = own.some((one) => one.includes('nil'));
  return `<${name}${own.join('')}>${nil ? '' : inElement(text, dice)}</${name}>`;
}

const escaped = (text) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');

const inAttribute = (text) =>
  escaped(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');

/**
 * Text as it is, or as CDATA. A comment inside a text is an error to ASMX, and so to the reader.
 */
function inElement(text, dice) {
  if (text === '' || /[\r]|]]>/.test(text) || !dice.chance(0.05)) return escaped(text);
  return `<![CDATA[${text}]]>`;
}
