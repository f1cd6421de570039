// A value as JSON: it goes to text and back without loss, and fits the JSON Schema of its type.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fromJson, toJson } from '../../dist/runtime/schema.js';
import { difference } from './compare.mjs';

const options = { strict: false, validateFormats: false, logger: false };
const validators = new WeakMap();

/** The JSON Schema compiled by ajv, once for each schema. */
function validatorOf(schema) {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const { jsonSchema } = schema['~standard'];
  const made = new Ajv2020(options).compile(jsonSchema.input({ target: 'draft-2020-12' }));
  validators.set(schema, made);
  return made;
}

/** What is wrong with the JSON of a value; `undefined` if nothing is. */
export function jsonFault(schema, value) {
  // headers and faults have no schema of their own
  if (schema === undefined) return undefined;
  try {
    const json = JSON.parse(JSON.stringify(toJson(schema, value)));
    const isValid = validatorOf(schema);
    if (!isValid(json)) {
      const [{ instancePath, message }] = isValid.errors;
      return `the JSON Schema says ${instancePath} ${message}`;
    }
    // nothing is expected beside what was written: that is what XML adds
    return difference(value, fromJson(schema, json), new Map());
  } catch (error) {
    return String(error?.message ?? error);
  }
}
