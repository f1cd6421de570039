/** Imported by the generated `testing.ts`, and re-exported in part by the index. */
export type { TypeSchema } from './schema/node.ts';
export type { SampleOptions } from './schema/sample.ts';
export type { ServerOptions } from './server/options.ts';
export {
  createMock,
  type MockCall,
  type MockHandlers,
  type MockResults,
  type MockServer,
} from './testing/mock-server.ts';
export { mswResolver } from './testing/msw.ts';
export {
  type ResultSchemas,
  resultSchemas,
  type SampleSource,
  sampleFrom,
} from './testing/sample.ts';
