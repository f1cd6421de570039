// Jest's environment of tests, with packages that Node loads once for each worker. In its own
// sandbox Jest would compile them, nine megabytes for ts-morph alone, for each file of tests.
import { createRequire } from 'node:module';
import { TestEnvironment } from 'jest-environment-node';

const require = createRequire(import.meta.url);

export default class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    // for test/packages
    this.global.loadPackage = (name) => require(name);
  }
}
