/** Imported by the generated `schemas.ts`, and re-exported in part by the index. */
export { anyInput, noValue, writtenBytes, writtenJson, writtenText } from './schema/accept.ts';
export { fromJson, toJson } from './schema/json.ts';
export type { SchemaKeywords, SchemaNode, TypeSchema } from './schema/node.ts';
export { type SampleOptions, sampleOf } from './schema/sample.ts';
export { schema } from './schema/schema.ts';
