import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { readStacks } from '../../src/cli/stacks.ts';
import type { Hazard } from '../../src/compare/change.ts';
import { compareModels } from '../../src/compare/contract.ts';
import type { Stack, StackName, StackRole } from '../../src/diagnostics/stacks.ts';
import { modelOf } from './compare.ts';
import { wsdl } from './wsdl-text.ts';

/**
 * Changes of one contract, by the rows of the runs that `specs/stacks` was made from. With
 * ASMX_GEN_SHARED, the tables of these runs (`stacks/changes-*.md`, `requests-*.md`) are held
 * against what `diff --for all` says of the same changes.
 */
const el = (name: string, type: string, attributes = ''): string =>
  `<x:element name="${name}" type="${type}" ${attributes}/>`;
const opt = 'minOccurs="0"';
const nil = 'nillable="true"';

interface School {
  readonly person: readonly string[];
  readonly student: readonly string[];
  readonly address: readonly string[];
  readonly attributes: string;
  readonly kinds: readonly string[];
  readonly problem: readonly string[];
  readonly more: string;
  readonly form: string;
}

const fields = {
  id: el('id', 'x:int'),
  name: el('name', 'x:string'),
  born: el('born', 'x:date', opt),
  mark: el('mark', 'x:int', opt),
  kind: el('kind', 't:Kind', opt),
  tag: el('tag', 'x:string', 'minOccurs="0" maxOccurs="unbounded"'),
  address: el('address', 't:Address', opt),
  city: el('city', 'x:string'),
  zip: el('zip', 'x:string', opt),
  reason: el('reason', 'x:string'),
  student: el('student', 't:Student'),
  note: el('note', 'x:string', opt),
} as const;
const { id, name, born, mark, kind, tag, address, city, zip, reason, student, note } = fields;
const nick = el('nick', 'x:string', opt);
const any = '<x:any namespace="##other" processContents="lax" minOccurs="0"/>';

const school: School = {
  person: [id, name],
  student: [born, mark, kind, tag, address],
  address: [city, zip],
  attributes: '<x:attribute name="seen" type="x:boolean"/>',
  kinds: ['A', 'B'],
  problem: [reason],
  more: '',
  form: 'elementFormDefault="qualified"',
};

function schemaOf({
  person,
  student: own,
  address: home,
  attributes,
  kinds,
  problem,
  more,
}: School) {
  const type = (label: string, content: readonly string[]): string =>
    `<x:complexType name="${label}"><x:sequence>${content.join('')}</x:sequence></x:complexType>`;
  const values = kinds.map((one) => `<x:enumeration value="${one}"/>`).join('');
  return `${type('Person', person)}${type('Address', home)}
    <x:complexType name="Student"><x:complexContent><x:extension base="t:Person">
      <x:sequence>${own.join('')}</x:sequence>${attributes}</x:extension></x:complexContent></x:complexType>
    <x:simpleType name="Kind"><x:restriction base="x:string">${values}</x:restriction></x:simpleType>
    <x:element name="InvalidPhone"><x:complexType><x:sequence>${problem.join('')}</x:sequence></x:complexType></x:element>
    ${more}`;
}

const fault = {
  messages: '<w:message name="Fault"><w:part name="d" element="t:InvalidPhone"/></w:message>',
  operation: '<w:fault name="InvalidPhone" message="t:Fault"/>',
  faults: '<w:fault name="InvalidPhone"><soap:fault name="InvalidPhone" use="literal"/></w:fault>',
};
const header = {
  messages: '<w:message name="Head"><w:part name="h" element="t:Trace"/></w:message>',
};
const trace = el('Trace', 'x:string');

/** The contract with the student in requests or answers. */
function contract(role: StackRole, change: Change = {}): string {
  const { parts, type, namespace = 'urn:s', isHeader = false } = change;
  const own: School = { ...school, ...type };
  const content = (parts ?? (role === 'caller' ? [result] : [student, note])).join('');
  const text = wsdl({
    schema: schemaOf(own) + (isHeader ? trace : ''),
    form: own.form,
    namespace,
    ...(role === 'caller' ? { output: content } : { input: content, output: el('r', 'x:int') }),
    ...fault,
    ...(isHeader ? { messages: fault.messages + header.messages } : {}),
  });
  if (!isHeader) return text;
  const bound = '<soap:header message="t:Head" part="h" use="literal"/>';
  const [from, to] =
    role === 'caller'
      ? ['</w:output>', `${bound}</w:output>`]
      : ['</w:input>', `${bound}</w:input>`];
  return text.replace(from, to);
}

const result = el('GetResult', 't:Student');

interface Change {
  readonly type?: Partial<School>;
  readonly parts?: readonly string[];
  readonly before?: readonly string[];
  readonly namespace?: string;
  readonly isHeader?: boolean;
}

const extra = el('extra', 't:Address', opt);
const pupil = `<x:complexType name="Pupil"><x:complexContent><x:extension base="t:Student">
  <x:sequence>${el('grade', 'x:int')}</x:sequence></x:extension></x:complexContent></x:complexType>`;
const as = (text: string, from: string, to: string): string => text.replace(from, to);

const callers: Readonly<Record<string, Change>> = {
  '1a': { type: { student: [nick, born, mark, kind, tag, address] } },
  '1b': { type: { student: [born, nick, mark, kind, tag, address] } },
  '1c': { type: { student: [born, mark, kind, tag, address, nick] } },
  '1e': { type: { address: [city, zip, el('country', 'x:string', opt)] } },
  '1f': { type: { student: [born, kind, tag, address] } },
  '2': { type: { person: [id, name, nick] } },
  '3': { type: { student: [born, mark, kind, tag, address, extra] } },
  '3b': { type: { student: [born, extra, mark, kind, tag, address] } },
  '4': { type: { attributes: `${school.attributes}<x:attribute name="rank" type="x:int"/>` } },
  '5': { type: { kinds: ['A', 'B', 'C'] } },
  '6': { parts: [result, el('total', 'x:int', opt)] },
  '6b': { parts: [el('total', 'x:int', opt), result] },
  '6c': { before: [], parts: [el('PingResult', 'x:int')] },
  '7': { isHeader: true },
  '8b': { type: { problem: [el('place', 'x:string', opt), reason] } },
  '9': { type: { student: [mark, born, kind, tag, address] } },
  '10': { type: { student: [born, as(mark, opt, `${opt} maxOccurs="2"`), kind, tag, address] } },
  '10b': { type: { student: [born, mark, kind, tag, as(address, opt, `${opt} maxOccurs="2"`)] } },
  '11': { type: { person: [as(id, '/>', ` ${opt}/>`), name] } },
  '11b': { type: { address: [as(city, '/>', ` ${opt}/>`), zip] } },
  '11c': { parts: [as(result, '/>', ` ${opt}/>`)] },
  '12': { type: { person: [id, as(name, '/>', ` ${nil}/>`)] } },
  '12b': { type: { person: [as(id, '/>', ` ${nil}/>`), name] } },
  '12c': { type: { student: [born, mark, kind, tag, as(address, '/>', ` ${nil}/>`)] } },
  '12d': { type: { student: [as(born, '/>', ` ${nil}/>`), mark, kind, tag, address] } },
  '12e': { type: { student: [born, mark, as(kind, '/>', ` ${nil}/>`), tag, address] } },
  '12f': { type: { student: [born, mark, kind, as(tag, '/>', ` ${nil}/>`), address] } },
  '12g': { parts: [as(result, '/>', ` ${nil}/>`)] },
  '13': { type: { person: [as(id, 'x:int', 'x:long'), name] } },
  '13b': { type: { student: [born, as(mark, 'x:int', 'x:decimal'), kind, tag, address] } },
  '13c': { type: { student: [as(born, 'x:date', 'x:dateTime'), mark, kind, tag, address] } },
  '14': { type: { more: pupil } },
  '15': { type: { student: [born, mark, kind, tag, address, any] } },
  '15b': { type: { student: [born, any, mark, kind, tag, address] } },
  '16b': { type: { form: '' } },
  '16c': { namespace: 'urn:new' },
};

const services: Readonly<Record<string, Change>> = {
  '1b': callers['1b'] ?? {},
  '1c': callers['1c'] ?? {},
  '1d': callers['2'] ?? {},
  '1e': { parts: [student, note, el('extra', 'x:string', opt)] },
  '1f': { parts: [el('extra', 'x:string', opt), student, note] },
  '2': callers['4'] ?? {},
  '2a': callers['4'] ?? {},
  '3': { isHeader: true },
  '3a': { isHeader: true },
  '4': callers['9'] ?? {},
  '4a': callers['9'] ?? {},
  '4b': { parts: [note, student] },
  '5': callers['10'] ?? {},
  '5a': callers['10'] ?? {},
  '5b': { parts: [student, as(note, opt, `${opt} maxOccurs="2"`)] },
  '6b': callers['11'] ?? {},
  '6c': callers['11b'] ?? {},
  '6d': { parts: [as(student, '/>', ` ${opt}/>`), note] },
  '7': callers['12'] ?? {},
  '7a': callers['12'] ?? {},
  '7b': callers['12b'] ?? {},
  '7c': callers['12c'] ?? {},
  '7e': { parts: [as(student, '/>', ` ${nil}/>`), note] },
  '7g': callers['12f'] ?? {},
  '7h': callers['12d'] ?? {},
  '7i': callers['12e'] ?? {},
  '8': callers['13'] ?? {},
  '8a': callers['13'] ?? {},
  '8b': callers['13b'] ?? {},
  '8c': callers['13c'] ?? {},
  '10': callers['15'] ?? {},
  '10a': callers['15'] ?? {},
  '11': callers['5'] ?? {},
};

/** Programs of a column: a stack, and which facts that name some are about them. */
type Column = readonly [stack: StackName, readers?: RegExp];

const order = /^classes with Order=|^XmlSerializer classes|Order= in|with XmlSerializer$/;
const xml = /^XmlSerializer classes|with XmlSerializer$/;
const data = /DataContract classes/;
const strict = /SOAP_XML_STRICT/;
const typed = /^classes of wsdl2ruby/;
const columns: Readonly<Record<string, Column>> = {
  'WCF Order': ['wcf', order],
  'WCF no Order': ['wcf', xml],
  'WCF DataContract': ['wcf', data],
  'npm soap': ['soap'],
  'strong-soap': ['strong-soap'],
  zeep: ['zeep', /by default/],
  'zeep strict=False': ['zeep', /strict=False/],
  PHP: ['php'],
  NuSOAP: ['nusoap'],
  GS: ['gsoap'],
  GX: ['gsoap', strict],
  KD: ['kdsoap'],
  JW: ['jax-ws'],
  JV: ['jax-ws', /validation/],
  AX: ['axis'],
  SW: ['soap-wsdl'],
  XC: ['xml-compile'],
  SL: ['soap-lite'],
  SV: ['soap-lite'],
  RD: ['soap4r', /Factory/],
  RT: ['soap4r', typed],
  S4: ['soap4r', typed],
  PS: ['pysimplesoap'],
  SU: ['suds'],
  'SoapCore Xml': ['soapcore', xml],
  'SoapCore Xml Order': ['soapcore', order],
  'SoapCore DataContract': ['soapcore', data],
};

/** What `diff` says that programs do: the worst of the facts that are about them. */
function letterOf(hazards: readonly Hazard[], [stack, readers]: Column): string {
  const own = hazards.filter((one) => {
    const isSome = !/^(?:clients|services)(?: and services)?$/.test(one.readers);
    return one.stack === stack && (!isSome || readers?.test(one.readers) === true);
  });
  const effects = own.map(({ effect }) => effect);
  if (effects.includes('error')) return 'E';
  if (effects.includes('wrong')) return 'W';
  return effects.includes('loses') ? 'L' : 'K';
}

function hazardsOf(
  role: StackRole,
  change: Change,
  stacks: () => readonly Stack[] = readStacks,
): readonly Hazard[] {
  const old = contract(role, change.before === undefined ? {} : { parts: change.before });
  const options = { stacks, readers: ['all'] as const };
  const { changes } = compareModels(
    modelOf(old, 'old.wsdl'),
    modelOf(contract(role, change), 'new.wsdl'),
    options,
  );
  const found = changes.flatMap(({ hazards = [] }) => hazards);
  return found.filter(({ roles }) => roles.includes(role));
}

/** The letters of a table by row and column, as far as it has the changes. */
function lettersIn(file: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const lines = readFileSync(file, 'utf8').split('\n');
  const cells = (line: string): readonly string[] =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const head = lines.find((line) => /^\| +\| (?:change|request) \|/.test(line)) ?? '';
  const rows = new Map<string, ReadonlyMap<string, string>>();
  for (const line of lines.slice(lines.indexOf(head))) {
    const [row = '', , ...letters] = cells(line);
    if (!line.startsWith('| ') || rows.has(row)) continue;
    const [, , ...names] = cells(head);
    rows.set(row, new Map(names.map((one, at) => [one, letters[at] ?? ''])));
  }
  return rows;
}

/** `K` for whatever keeps all old values, the worse letter of two. */
function plain(letter: string): string {
  return letter.startsWith('W') ? 'W' : letter.replace(/^(?:D|K.*)$/, 'K');
}

const { definitions } = JSON.parse(
  readFileSync(new URL('../../specs/stack.schema.json', import.meta.url), 'utf8'),
);
const changeTraits: readonly string[] = definitions.changeTrait.oneOf.map(
  (one: { readonly const: string }) => one.const,
);

/** A stack that every trait of changes hurts, one by one. */
const tender: Stack = {
  ...{ stack: 'wcf', title: '', language: '', version: '', date: '', role: ['caller', 'service'] },
  facts: changeTraits.map((trait) => ({ trait: [trait], effect: 'error', text: trait, shown: '' })),
};

describe('traits of changes', () => {
  const rows: readonly (readonly [StackRole, string, readonly string[]])[] = [
    ['caller', '1a', ['new element', 'new element before others']],
    ['caller', '1c', ['new element']],
    ['caller', '1e', ['new element']],
    ['caller', '1f', []],
    ['caller', '2', ['new element', 'new element in an extended type']],
    ['caller', '3b', ['new element', 'new element before others']],
    ['caller', '4', ['new attribute']],
    ['caller', '5', ['new enumeration value']],
    ['caller', '6', ['new part']],
    ['caller', '6b', ['new part before others']],
    ['caller', '6c', ['new result']],
    ['caller', '7', ['new header']],
    ['caller', '8b', ['new element in a fault', 'new element in a fault before others']],
    ['caller', '9', ['other order', 'late element']],
    ['caller', '10', ['repeated element', 'repeated element before others']],
    ['caller', '11', ['missing element', 'missing number']],
    ['caller', '11b', ['missing element']],
    ['caller', '11c', ['missing part']],
    ['caller', '12', ['nil text']],
    ['caller', '12b', ['nil number']],
    ['caller', '12c', ['nil object']],
    ['caller', '12d', ['nil date']],
    ['caller', '12e', ['nil date']],
    ['caller', '12f', ['nil item']],
    ['caller', '12g', ['nil part']],
    ['caller', '13', ['wider integer']],
    ['caller', '13b', ['fraction for an integer']],
    ['caller', '13c', ['dateTime for a date']],
    ['caller', '14', ['new derived type']],
    ['caller', '15', ['new element']],
    ['caller', '15b', ['new element', 'new element before others']],
    ['caller', '16b', ['no namespace']],
    ['caller', '16c', ['other namespace']],
    ['service', '1c', ['new element']],
    ['service', '1d', ['new element', 'new element in an extended type']],
    ['service', '1e', ['new part']],
    ['service', '1f', ['new part before others']],
    ['service', '3', ['new header']],
    ['service', '4', ['other order', 'late element']],
    ['service', '4b', ['other order of parts']],
    ['service', '5b', ['repeated part']],
    ['service', '6d', ['missing part']],
    ['service', '7e', ['nil part']],
  ];
  test.each(rows)('%s %s', (role, row, traits) => {
    const change = (role === 'caller' ? callers : services)[row] ?? {};
    const texts = hazardsOf(role, change, () => [tender]).map(({ text }) => text);
    expect([...new Set(texts)]).toEqual(traits);
  });

  test('are all there', () => {
    const found = new Set(rows.flatMap(([, , traits]) => traits));
    expect(changeTraits.filter((trait) => !found.has(trait))).toEqual([]);
  });
});

/** A change may bring what several rows have: the worst of them counts. */
const together: Readonly<Record<string, readonly string[]>> = {
  '13': ['13', '13g'],
  '13b': ['13b', '13e', '13f'],
  '13c': ['13c', '13h', '13i'],
};
const ranks = ['K', 'L', 'W', 'E'];

/** Cells in which a change of a contract says less than the bytes of the run. */
const apart: ReadonlySet<string> = new Set([
  // the second element itself is lost, which the runs count as kept
  '10b WCF Order',
  '10b zeep strict=False',
  // diff has one line for names that moved, whether that of the message is among them or not
  '16c GS',
  '16c JW',
]);

const folder = join(process.env.ASMX_GEN_SHARED ?? '', 'stacks');
const isThere = process.env.ASMX_GEN_SHARED !== undefined && existsSync(folder);

(isThere ? describe : describe.skip)('letters of the runs', () => {
  const files: readonly (readonly [string, StackRole, Readonly<Record<string, Change>>])[] = [
    ['changes-1.md', 'caller', callers],
    ['changes-2.md', 'caller', callers],
    ['requests-1.md', 'service', services],
    ['requests-2.md', 'service', services],
  ];
  test.each(files)('%s: diff --for all says the same', (file, role, changes) => {
    const rows = lettersIn(join(folder, file));
    const other: string[] = [];
    let count = 0;
    for (const [row, change] of Object.entries(changes)) {
      const letters = rows.get(row);
      if (letters === undefined) continue;
      const hazards = hazardsOf(role, change);
      for (const name of letters.keys()) {
        const column = columns[name];
        const seen = (together[row] ?? [row]).flatMap((one) => rows.get(one)?.get(name) ?? []);
        if (column === undefined || /[–-]/.test(seen.join('')) || apart.has(`${row} ${name}`)) {
          continue;
        }
        count += 1;
        const worst = ranks[Math.max(...seen.map((one) => ranks.indexOf(plain(one))))];
        const said = letterOf(hazards, column);
        if (said !== worst) other.push(`${row} ${name}: ${worst}, not ${said}`);
      }
    }
    expect(other).toEqual([]);
    expect(count).toBeGreaterThan(150);
  });
});
