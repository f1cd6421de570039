/** @type {import('jest').Config} */
export default {
  testEnvironment: '<rootDir>/test/environment.mjs',
  // Most time goes by in processes that tests start; a core kept free for the watcher would idle.
  maxWorkers: '100%',
  // A worker with a large heap takes longer to end than the half second that Jest gives it.
  workerGracefulExitTimeout: 10_000,
  roots: ['<rootDir>/src', '<rootDir>/test'],
  // `runs` of test/runs.ts
  globals: { allRuns: true },
  setupFiles: ['<rootDir>/test/stack-traces.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    // Generated code imports './x.js', as published code must; here the file beside it is x.ts.
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // It shares the runtime with the sources under test, not with the last build.
    '^asmx-gen(?:-|/)runtime$': '<rootDir>/src/runtime/index.ts',
    '^asmx-gen(?:-|/)runtime/(.*)$': '<rootDir>/src/runtime/$1.ts',
    // test/environment.mjs loads them
    '^(ts-morph|prettier)$': '<rootDir>/test/packages/$1.cjs',
  },
  transform: {
    '/src/render/precompiled-templates\\.ts$': '<rootDir>/test/precompiled-templates.mjs',
    '^.+\\.ts$': '<rootDir>/test/transform.mjs',
  },
  modulePathIgnorePatterns: ['/test/\\w+/peers/node_modules/', '/src/runtime/dist/'],
  testPathIgnorePatterns: ['/node_modules/', '/test/golden/', '/test/fixtures/', '/test/bench/'],
};
