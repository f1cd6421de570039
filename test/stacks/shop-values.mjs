// Values of any type in the shop: as JSON, and as elements of generated code.
const xsi = 'http://www.w3.org/2001/XMLSchema-instance';
const xsd = 'http://www.w3.org/2001/XMLSchema';
const apache = 'http://xml.apache.org/xml-soap';
const encoding = 'http://schemas.xmlsoap.org/soap/encoding/';

const typed = (name, type, children, more = []) => ({
  name,
  namespace: '',
  attributes: [{ name: 'type', namespace: xsi, value: type }, ...more],
  namespaces: { xsd, ap: apache, soapenc: encoding },
  children,
});

/** An element of any type. */
export function anyOf(name, value) {
  if (value === null) return null;
  if (typeof value === 'string') return typed(name, 'xsd:string', [value]);
  if (typeof value !== 'object') {
    return typed(name, typeof value === 'boolean' ? 'xsd:boolean' : 'xsd:int', [String(value)]);
  }
  if (!Array.isArray(value)) {
    const entry = ([key, one]) => ({
      name: 'item',
      namespace: '',
      children: [anyOf('key', key), anyOf('value', one) ?? nilOf('value')],
    });
    return typed(name, 'ap:Map', Object.entries(value).map(entry));
  }
  const size = `xsd:anyType[${value.length}]`;
  const arrayType = { name: 'arrayType', namespace: encoding, value: size };
  const items = value.map((one) => anyOf('item', one) ?? nilOf('item'));
  return typed(name, 'soapenc:Array', items, [arrayType]);
}

const nilOf = (name) => ({
  name,
  namespace: '',
  attributes: [{ name: 'nil', namespace: xsi, value: 'true' }],
});

const attribute = ({ attributes = [] }, name, namespace) =>
  attributes.find((one) => one.name === name && one.namespace === namespace)?.value;

/** What such an element says. */
export function plainOf(element) {
  if (element === null || attribute(element, 'nil', xsi) !== undefined) return null;
  const type = (attribute(element, 'type', xsi) ?? '').replace(/^.*:/, '');
  const { children = [] } = element;
  const text = children.filter((one) => typeof one === 'string').join('');
  const elements = children.filter((one) => typeof one === 'object');
  if (/^(?:int|long|short|integer|double|float|decimal)$/.test(type)) return Number(text);
  if (type === 'boolean') return text === 'true' || text === '1';
  if (/^base64/.test(type)) return Buffer.from(text, 'base64').toString('utf8');
  if (type === 'Map') {
    // those of Ruby have a default beside the items
    return Object.fromEntries(elements.filter(({ name: one }) => one === 'item').map(entryOf));
  }
  if (type === 'Array' || attribute(element, 'arrayType', encoding) !== undefined)
    return elements.map(plainOf);
  if (elements.length === 0) return text;
  return Object.fromEntries(elements.map((one) => [one.name, plainOf(one)]));
}

function entryOf({ children = [] }) {
  const [key, value] = ['key', 'value'].map((name) => children.find((one) => one.name === name));
  return [plainOf(key ?? null), plainOf(value ?? null)];
}

const isMap = (type) => type === 'apache:Map';
const isSetting = (type) => type === 't:Setting';

const itemsOf = (type) => (type === 't:Maps' ? 'apache:Map' : undefined);

/** A value of a part, as generated code takes it. */
export function given(type, value) {
  const items = itemsOf(type);
  if (items !== undefined) return value.map((one) => given(items, one));
  if (isSetting(type)) return { ...value, value: anyOf('value', value.value) };
  if (!isMap(type)) return value;
  const item = Object.entries(value).map(([key, one]) => ({
    key: anyOf('key', key),
    value: anyOf('value', one),
  }));
  return { item };
}

/** A value of a part, as JSON has it. */
export function received(type, value) {
  const items = itemsOf(type);
  if (items !== undefined) return value.map((one) => received(items, one));
  if (isSetting(type)) return { ...value, value: plainOf(value.value) };
  if (!isMap(type)) return value;
  const entries = (value.item ?? []).map((one) => [plainOf(one.key), plainOf(one.value)]);
  return Object.fromEntries(entries);
}
