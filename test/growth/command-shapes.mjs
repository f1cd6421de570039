// Contracts that grow, on which all commands are run.
import {
  boundOperation,
  choice,
  complexType,
  content,
  contract,
  definitions,
  each,
  element,
  elementPart,
  message,
  messagesOf,
  operation,
  optional,
  port,
  portType,
  restriction,
  sequence,
  service,
  simpleType,
  soapBinding,
  types,
  uses,
  wrappers,
} from './contracts/contract-text.mjs';
import { devices } from './contracts/devices.mjs';
import { families } from './contracts/families.mjs';
import { yamls } from './contracts/yaml.mjs';

const documentation = (text) =>
  `<xs:annotation><xs:documentation>${text}</xs:documentation></xs:annotation>`;
const fault = '<fault name="f" message="t:FaultOut"/>';
const boundFault = '<fault name="f"><soap:fault name="f" use="literal"/></fault>';
const header =
  '<soap:body use="literal"/><soap:header message="t:Head" part="parameters" use="literal"/>';

/** Operations that share a header and a fault. */
const operations = (n) =>
  definitions(`${types(`${element('Head')}${element('Fault')}
    ${each(n, (id) => wrappers(`Do${id}`, sequence(optional('value', 'xs:string'))))}`)}
  ${message('Head', elementPart('Head'))}${message('FaultOut', elementPart('Fault'))}
  ${each(n, (id) => messagesOf(`Do${id}`))}
  ${portType(
    'P',
    each(n, (id) => operation(`Do${id}`, fault)),
  )}
  ${soapBinding(
    'B',
    'P',
    each(n, (id) => boundOperation(`Do${id}`, header, undefined, boundFault)),
  )}
  ${service('S', port('S', 'B'))}`);

/** @type {Record<string, { write: (count: number) => string | Record<string, string> }>} */
export const commandShapes = {
  operations: { write: operations },
  types: { write: families.types },
  'documented types, members and values': {
    write: (n) =>
      contract(
        each(n, (id) =>
          [
            simpleType(
              `S${id}`,
              restriction(
                'xs:string',
                `<xs:enumeration value="a">${documentation(id)}</xs:enumeration>`,
              ),
            ),
            complexType(
              `T${id}`,
              `${documentation(`What ${id} is.`)}${sequence(optional('a', `t:S${id}`) + optional('b', 'xs:string'))}`,
            ),
          ].join(''),
        ),
        uses(n, (id) => `t:T${id}`),
      ),
  },
  'choices between the same elements': {
    write: (n) => content(sequence(each(n, () => choice(element('a') + element('b', 'xs:int'))))),
  },
  'anonymous types of one name': {
    write: (n) =>
      contract(
        each(n, (id) =>
          complexType(
            `T${id}`,
            sequence(
              `<xs:element name="row"><xs:complexType>${sequence(element('a'))}</xs:complexType></xs:element>`,
            ),
          ),
        ),
        uses(n, (id) => `t:T${id}`),
      ),
  },
  'services of one name': { write: devices['services of one name'] },
  'operations in YAML': { write: yamls['YAML: operations'] },
};
