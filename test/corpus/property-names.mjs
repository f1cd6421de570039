// Whether the properties of every operation's input have one name: in generated types, in
// `inspect --json`, in the body of OpenAPI.
import { modelJson } from '../../dist/cli/inspect.js';
import { writeOpenApi } from '../../dist/convert/openapi.js';
import { planContract } from '../../dist/plan/contract.js';
import { contractMessages } from '../../dist/plan/messages.js';

const silent = { report() {} };
const plain = { types: {}, arrays: 'unwrap', renames: {}, only: [] };
const options = {
  ...plain,
  targets: ['types', 'client'],
  runtime: 'package',
  contractPath: 'contract.wsdl',
  importExtension: 'js',
};

/** What differs in a linked contract: `Service.Operation: names here, names there`. */
export function differingNames(model) {
  const plan = planContract(model, options, silent);
  if (plan === undefined) return { compared: 0, differences: [] };
  const types = new Map(plan.types.map((type) => [type.name, type.text]));
  const shown = modelJson(model, contractMessages(model, plain));
  const bodies = openApiBodies(JSON.parse(writeOpenApi(model)));
  const differences = [];
  let compared = 0;
  const compare = (label, what, found, wanted) => {
    if (found === undefined) return;
    compared += 1;
    if (found.some((names) => same(names, wanted))) return;
    differences.push(`${label}: ${wanted.join(' ')} in inspect, ${found.join(' or ')} in ${what}`);
  };
  for (const [at, service] of model.services.entries()) {
    for (const [which, { operations }] of service.interfaces.entries()) {
      for (const [index, operation] of operations.entries()) {
        const { properties } = shown.services[at].interfaces[which].operations[index].input;
        const label = `${service.name}.${operation.messageName}`;
        const all = properties.map(({ name }) => name);
        const { inputType } = plan.operations.find((one) => one.operation === operation) ?? {};
        const declared = inputType === undefined ? [] : propertiesOf(inputType, types);
        compare(label, 'the generated type', declared && [declared], all);
        // OpenAPI shows the elements of groups in place of the property for the group, and no
        // wildcards
        const isGrouped = properties.some(({ type }) => type.startsWith('('));
        if (isGrouped || operation.soap11 === undefined) continue;
        const named = properties.filter(
          ({ name, wireName }) => wireName !== undefined || /^\$(value|content)$/.test(name),
        );
        const attached = new Set(operation.soap11.input.attachments.map(({ part }) => part));
        const inBody = named.flatMap(({ name, wireName }) => (attached.has(wireName) ? [] : name));
        compare(label, 'OpenAPI', bodies.get(`${service.path} ${operation.name}`), inBody);
      }
    }
  }
  return { compared, differences };
}

function same(some, others) {
  return [...some].sort().join('\0') === [...others].sort().join('\0');
}

/**
 * Properties of an interface, or of one that a name stands for; `undefined` for unions and what
 * else is no plain object.
 */
function propertiesOf(name, types) {
  const text = types.get(name)?.replace(/\/\*\*[\s\S]*?\*\//g, '');
  if (text === undefined) return undefined;
  const alias = /^\s*export type \w+ =\s+(\w+);\s*$/.exec(text);
  if (alias !== null) return propertiesOf(alias[1], types);
  const head = /export interface \w+(?:\s+extends ([\w,\s]+?))?\s*\{/.exec(text);
  if (head === null) return undefined;
  const own = [...text.matchAll(/^ {2}readonly (?:'((?:[^'\\]|\\.)*)'|([^\s:?]+))\??:/gm)].map(
    ([, quoted, bare]) => quoted ?? bare,
  );
  const bases = (head[1] ?? '').split(',').flatMap((one) => one.trim() || []);
  const inherited = bases.map((base) => propertiesOf(base, types));
  if (inherited.includes(undefined)) return undefined;
  return [...new Set([...inherited.flat(), ...own])].filter((one) => one !== '$type');
}

/**
 * Properties a SOAP 1.1 body may mean, by path and operation: its own, or those of its one element.
 * Overloads share a title.
 */
function openApiBodies({ paths, components }) {
  const found = new Map();
  for (const [path, { post }] of Object.entries(paths)) {
    const schema = post?.requestBody?.content?.['text/xml']?.schema;
    if (schema?.oneOf === undefined && schema?.title === undefined) continue;
    for (const { title, properties } of schema.oneOf ?? [schema]) {
      const body = propertiesIn(properties.Body, components);
      const [only, ...others] = Object.values(body);
      const meanings = [Object.keys(body)];
      if (only !== undefined && others.length === 0) {
        meanings.push(Object.keys(propertiesIn(only, components)));
      }
      const key = `${path} ${title}`;
      found.set(key, [...(found.get(key) ?? []), ...meanings]);
    }
  }
  return found;
}

function propertiesIn(schema, components, seen = new Set()) {
  if (schema.$ref !== undefined) {
    if (seen.has(schema.$ref)) return {};
    const name = schema.$ref.slice('#/components/schemas/'.length);
    return propertiesIn(components.schemas[name], components, new Set([...seen, schema.$ref]));
  }
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? [])];
  return Object.assign(
    {},
    ...parts.map((one) => propertiesIn(one, components, seen)),
    schema.properties,
  );
}
