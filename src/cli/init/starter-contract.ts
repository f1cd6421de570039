import { basename } from 'node:path';
import { contractSchemaUrl } from '../../convert/yaml/write-notation.ts';
import { isNcName } from '../../read/ncname.ts';
import { wrongValue } from '../program/option-values.ts';

/**
 * The contract's name: the given one, otherwise one derived from that of the folder.
 *
 * @throws {CliError} if the given one is not a valid name
 */
export function starterName(given: string | undefined, folder: string): string {
  if (given !== undefined) {
    checkName(given);
    return given;
  }
  const words = basename(folder).match(/[A-Za-z0-9]+/g) ?? [];
  const name = words.map((one) => one.charAt(0).toUpperCase() + one.slice(1)).join('');
  return /^[A-Za-z]/.test(name) ? name : `Service${name}`;
}

/** @throws {CliError} if a name is not valid in XML and as a file */
export function checkName(name: string): void {
  if (isNcName(name)) return;
  const help = 'A name begins with a letter or _ and continues with letters, digits, _, - and .';
  throw wrongValue('--name', name, help);
}

/** A small contract that works unchanged, with comments on what can be changed. */
export function starterContract(name: string, schema: string = contractSchemaUrl): string {
  return `# yaml-language-server: $schema=${schema}
asmx: 1
name: ${name}
# Change the namespace to one of your own: http://tempuri.org/ is what ASMX has where none is given.
namespace: http://tempuri.org/
baseUrl: http://localhost:8080
bindings: [soap11, soap12, httpGet, httpPost]

services:
  # Served at /${name}.asmx
  ${name}:
    operations:
      Greet:
        documentation: Greets somebody by name.
        parameters: { name: string }
        returns: string
      GetItems:
        documentation: Lists the items of a kind.
        parameters: { kind: Kind }
        returns: Item[]

types:
  Kind: { values: [small, large] }
  # A question mark: may be absent
  Item: { fields: { id: int, title: string, price: 'decimal?', kind: Kind } }
`;
}
