/** Imported by the generated `schemas.ts`, and re-exported in part by the index. */

export { fromJson, toJson } from './schema/json.ts';
export {
  anyInput,
  noValue,
  schema,
  writtenBytes,
  writtenJson,
  writtenText,
} from './schema/nodes.ts';
export { type SampleOptions, sampleOf } from './schema/sample.ts';
export type { SchemaKeywords, SchemaNode, TypeSchema } from './schema/validate.ts';
