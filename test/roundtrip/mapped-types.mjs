// Settings that give simple types other types than by default, and the values these then have.
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Temporal } from 'temporal-polyfill';
import { builtinNames } from '../../dist/model/xsd/builtins.js';
import { simpleTypesIn } from '../../dist/model/xsd/schema.js';
import { Unsatisfiable } from './source.mjs';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const scoped = ['QName', 'NOTATION', 'ID', 'IDREF', 'ENTITY'];
const isScoped = (name) => scoped.some((one) => name === one || name === `${one}S`);
const noType = ['anySimpleType', 'anyType', ...scoped, 'IDREFS', 'ENTITIES'];

/** The user's module: a value is an object with its text. */
const module = {
  js: 'export const parse = (text) => ({ text });\nexport const format = ({ text }) => text;\n',
  ts: `export interface Own { readonly text: string }
export function parse(text: string): Own;
export function format(value: Own): string;
`,
};
const own = { import: './own.js', type: 'Own', parse: 'parse', format: 'format' };

/** Keys of every built-in type, and of every second type of a contract: the others hold these. */
function ownKeys(model) {
  const named = model.types.filter(
    (type) =>
      type.kind === 'simple' &&
      ![...simpleTypesIn(type)].some(({ builtin = '' }) => isScoped(builtin)),
  );
  return [
    ...builtinNames.filter((name) => !noType.includes(name)),
    ...named
      .filter((_, index) => index % 2 === 0)
      .map(({ name }) => `{${name.namespace}}${name.localName}`),
  ];
}

const mappings = {
  default: () => ({}),
  brands: () => ({ brands: true }),
  temporal: () => ({
    types: {
      ...Object.fromEntries(
        ['dateTime', 'date', 'time', 'duration'].map((one) => [one, 'Temporal']),
      ),
      temporal: 'temporal-polyfill',
    },
  }),
  own: (model) => ({
    types: { own: Object.fromEntries(ownKeys(model).map((key) => [key, own])) },
  }),
};

/** Names of the settings there are. */
export const mappingNames = Object.keys(mappings);

/** The settings of a name for a model. */
export const mappedSettings = (name, model) => mappings[name](model);

/** Puts beside generated files what they import. */
export function addModules(folder) {
  writeFileSync(join(folder, 'own.js'), module.js);
  writeFileSync(join(folder, 'own.d.ts'), module.ts);
  symlinkSync(modules, join(folder, 'node_modules'));
}

const zoneEnd = /(?:Z|[+-]\d\d:\d\d)$/;

/** A date of XML Schema as ISO 8601 has it, whose years begin with 0. */
function isoDate(text) {
  const [, year, rest] = /^(-?\d+)(-.*)$/.exec(text);
  const number = Number(year) < 0 ? Number(year) + 1 : Number(year);
  const digits = String(Math.abs(number)).padStart(6, '0');
  return `${number < 0 ? '-' : '+'}${digits}${rest}`;
}

const temporal = {
  dateTime(text, zone) {
    const moment = isoDate(text);
    if (zone === '') return Temporal.PlainDateTime.from(moment);
    return Temporal.ZonedDateTime.from(`${moment}[${zone === 'Z' ? 'UTC' : zone}]`);
  },
  date: (text) => Temporal.PlainDate.from(isoDate(text)),
  time: (text) => Temporal.PlainTime.from(text),
  duration: (text) => Temporal.Duration.from(text),
};

/** The value of a text, white space dealt with, of a type that a setting maps. */
export function mappedValue(use, text) {
  if (use.kind === 'module') return { text };
  const { builtin } = use;
  const zone = builtin === 'duration' ? '' : (zoneEnd.exec(text)?.[0] ?? '');
  if (zone !== '' && builtin !== 'dateTime') {
    throw new Unsatisfiable(`Temporal has no ${builtin} with a zone`);
  }
  return temporal[builtin](text, zone);
}

/** The text of an object of Temporal; `undefined` for other values. */
export function temporalText(value) {
  const name = Object.prototype.toString.call(value);
  return name.startsWith('[object Temporal.') ? `${name} ${value}` : undefined;
}
