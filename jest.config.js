import all from './jest.all.config.js';

/** `npm test`: all but the tests whose name ends in `.slow.test.ts`. CONTRIBUTING.md says which these are. */
export default {
  ...all,
  globals: {},
  testPathIgnorePatterns: [...all.testPathIgnorePatterns, '\\.slow\\.test\\.ts$'],
};
