// Contracts that grow.
import { contents } from './contracts/content.mjs';
import { devices } from './contracts/devices.mjs';
import { documents } from './contracts/documents.mjs';
import { families } from './contracts/families.mjs';
import { faulty } from './contracts/faults.mjs';
import { samples } from './contracts/samples.mjs';
import { texts } from './contracts/texts.mjs';
import { values } from './contracts/values.mjs';
import { wsdls } from './contracts/wsdl.mjs';
import { yamls } from './contracts/yaml.mjs';

const shapes = {
  ...contents,
  ...families,
  ...samples,
  ...values,
  ...wsdls,
  ...documents,
  ...devices,
  ...texts,
  ...faulty,
  ...yamls,
};

export const contractShapes = Object.fromEntries(
  Object.entries(shapes).map(([name, shape]) => [
    name,
    typeof shape === 'function' ? { write: shape } : shape,
  ]),
);
