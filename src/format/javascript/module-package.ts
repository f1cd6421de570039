import type { TextFile } from './emit-javascript.ts';

/** A `package.json` with which Node treats the scripts of a folder as modules. */
export const modulePackage: TextFile = {
  path: 'package.json',
  text: '{\n  "type": "module"\n}\n',
};
