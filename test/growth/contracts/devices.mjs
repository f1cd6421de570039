// Descriptions of UPnP devices and their services.
import { each } from './contract-text.mjs';

const service = (type, location = 'S.xml') =>
  `<service><serviceType>${type}</serviceType><SCPDURL>${location}</SCPDURL><controlURL>/c</controlURL></service>`;
const device = (services, more = '') =>
  `<root xmlns="urn:schemas-upnp-org:device-1-0"><device><deviceType>urn:x:device:Lamp:1</deviceType><serviceList>${services}</serviceList>${more}</device></root>`;
const scpd = (actions, variables = '') =>
  `<scpd xmlns="urn:schemas-upnp-org:service-1-0"><actionList>${actions}</actionList><serviceStateTable>${variables}</serviceStateTable></scpd>`;
const action = (name, args = '') =>
  `<action><name>${name}</name><argumentList>${args}</argumentList></action>`;
const argument = (name, variable) =>
  `<argument><name>${name}</name><direction>in</direction><relatedStateVariable>${variable}</relatedStateVariable></argument>`;
const values = (n) => each(n, (at) => `<allowedValue>value ${at}</allowedValue>`);
const one = scpd(action('Off'));

export const devices = {
  'services of one name': (n) => ({
    'a.xml': device(each(n, (at) => service(`urn:x${at}:service:Light:1`))),
    'S.xml': one,
  }),
  'ports of one service': (n) => ({
    'a.xml': device(each(n, () => service('urn:x:service:Light:1'))),
    'S.xml': one,
  }),
  'devices in devices': (n) => ({
    'a.xml': device(
      service('urn:x:service:Light:1'),
      `<deviceList>${each(n, (at) => `<device><serviceList>${service(`urn:x:service:Light${at}:1`)}</serviceList></device>`)}</deviceList>`,
    ),
    'S.xml': one,
  }),
  'arguments of one variable': {
    // the page of the operation names the values of each
    restates: true,
    write: (n) => ({
      'a.xml': device(service('urn:x:service:Light:1')),
      'S.xml': scpd(
        action(
          'Set',
          each(n, (at) => argument(`a${at}`, 'Mode')),
        ),
        `<stateVariable><name>Mode</name><dataType>string</dataType><allowedValueList>${values(n)}</allowedValueList></stateVariable>`,
      ),
    }),
  },
  'blanks before a location': (n) => ({
    'a.xml': device(service('urn:x:service:Light:1', `${' '.repeat(100 * n)}S.xml`)),
    'S.xml': one,
  }),
};
