/** Imported by the generated `testing.ts`, and re-exported in part by the index. */

export type { SampleOptions } from './schema/sample.ts';
export type { TypeSchema } from './schema/validate.ts';
export type { ServerOptions } from './server/options.ts';
export {
  controlOf,
  type MockControl,
  type MockControlCall,
  type MockControlFault,
  type MockControlOptions,
} from './testing/control.ts';
export {
  createMock,
  type MockCall,
  type MockHandlers,
  type MockResults,
  type MockServer,
  mswResolver,
  type ResultSchemas,
  resultSchemas,
  type SampleSource,
  sampleFrom,
} from './testing/mock-server.ts';
