// Contracts in YAML.
import { each } from './contract-text.mjs';

const yaml = (rest) => ({
  'a.yaml': `asmx: 1\nname: Growth\nnamespace: urn:t\nbaseUrl: http://localhost\n${rest}\n`,
});

export const yamls = {
  'YAML: operations': (n) =>
    yaml(
      `services:\n  Growth:\n    operations:\n${each(n, (id) => `      Do${id}:\n        parameters: { code: string, phone: int? }\n        returns: string`)}`,
    ),
  'YAML: services': (n) =>
    yaml(
      `services:\n${each(n, (id) => `  S${id}:\n    operations:\n      Do:\n        parameters: { code: string }`)}`,
    ),
  'YAML: types': (n) =>
    yaml(
      `types:\n${each(n, (id) => `  T${id}:\n    fields:\n      a: string\n      b: T${id}[]`)}\nservices:\n  Growth:\n    operations:\n      Do:\n        parameters:\n${each(n, (id) => `          p${id}: T${id}`)}`,
    ),
  'YAML: fields of a type': (n) =>
    yaml(
      `types:\n  T:\n    fields:\n${each(n, (id) => `      f${id}: int`)}\nservices:\n  Growth:\n    operations:\n      Do:\n        parameters: { value: T }`,
    ),
  'YAML: unknown types': {
    bad: true,
    write: (n) =>
      yaml(
        `services:\n  Growth:\n    operations:\n${each(n, (id) => `      Do${id}:\n        parameters: { code: T${id} }`)}`,
      ),
  },
};
