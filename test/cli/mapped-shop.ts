import { createFolder, type TestFolder } from './run-cli.ts';

/** A contract with a date and time, a date, a number and a text, in all bindings. */
export const shopContract = `asmx: 1
name: Shop
namespace: urn:shop
baseUrl: http://localhost:8080
bindings: [soap11, soap12, httpGet, httpPost]
services:
  Shop:
    operations:
      Move: { parameters: { moment: dateTime, price: Price, code: Code }, returns: Moved }
types:
  Price: { restricts: decimal, fractionDigits: 2, maxInclusive: 50 }
  Code: { restricts: string, maxLength: 5 }
  Moved: { fields: { moment: dateTime, day: date, price: Price, code: Code } }
`;

/** Settings that make each of them another type: of Temporal, of a module, a brand. */
export const mappedTypes = {
  types: {
    dateTime: 'Temporal',
    date: 'Temporal',
    Price: { import: './src/money.js', type: 'Money', parse: 'parseMoney', format: 'formatMoney' },
  },
  temporal: './src/dates.js',
  brands: true,
};

const polyfill = new URL('../../node_modules/temporal-polyfill/index.js', import.meta.url).href;

/** The modules that {@link mappedTypes} names, for programs that are not compiled. */
export const mappedModules: Readonly<Record<string, string>> = {
  'src/dates.js': `export { Temporal } from '${polyfill}';\n`,
  'src/money.js': `export const parseMoney = (text) => ({ cents: Math.round(Number(text) * 100) });
export const formatMoney = ({ cents }) => (cents / 100).toFixed(2);
`,
};

/** A folder with the contract, its settings and handlers that work with the types. */
export function createMappedShop(): TestFolder {
  const entry = { input: 'specs/shop.yaml', output: 'src/shop', ...mappedTypes };
  return createFolder({
    'specs/shop.yaml': shopContract,
    'asmx-gen.config.json': JSON.stringify({ contracts: [entry] }),
    ...mappedModules,
    'handlers.mjs': `export default {
  move: ({ moment, price, code }) => ({
    moment: moment.add({ hours: 1 }),
    day: moment.toPlainDate(),
    price: { cents: price.cents * 2 },
    code,
  }),
};
`,
  });
}

/** What the handler makes of a request, as the command line shows it. */
export const given: readonly string[] = [
  'moment=2024-05-01T23:30:00+02:00',
  'price=12.5',
  'code=A',
];
export const moved: object = {
  moment: '2024-05-02T00:30:00+02:00',
  day: '2024-05-01',
  price: '25.00',
  code: 'A',
};
