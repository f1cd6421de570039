// The shop in Axis: its client compares by itself, its service gets the types of the contract.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { judgeLines } from '../checks.mjs';
import { axisPath, made, run } from '../programs.mjs';
import { arrays, operations, shopCheck, structs } from '../shop.mjs';

const sources = ['AxisShop.java', 'AxisShopService.java'].map((name) =>
  fileURLToPath(new URL(name, import.meta.url)),
);

/** @param serve gives the program of Axis's server for a class path, a deployment and a port */
export function axisShop(work, serve) {
  const path = `${work}:${axisPath}`;
  return shopCheck('axis', {
    clients: {
      encoded: async ({ url, wsdl }) => {
        await made('javac', ['-nowarn', '-proc:none', '-cp', axisPath, '-d', work, ...sources]);
        return judgeLines(await run('java', ['-cp', path, 'AxisShop', wsdl, url]), 19);
      },
    },
    services: {
      'encoded, its service': {
        path: '/axis/services/Shop',
        start: ({ port }) => serve(path, writeDeployment(work), port),
      },
    },
  });
}

/** The deployment, whose types are classes in AxisShop. */
function writeDeployment(work) {
  const space = 'xmlns:t="urn:Shop" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';
  const parameter = ([name, type]) => `<parameter name="${name}" type="${type}"/>`;
  const operation = ([name, [types, result]]) =>
    `<operation name="${name}" qname="t:${name}" returnQName="return" returnType="${result}">` +
    `${Object.entries(types).map(parameter).join('')}</operation>`;
  const javaOf = (type) =>
    ({ 'xsd:string': 'java.lang.String', 'xsd:int': 'int', 'apache:Map': 'java.util.Map' })[type] ??
    `AxisShop$${type.replace('t:', '')}`;
  const bean = (name) =>
    `<beanMapping qname="t:${name}" languageSpecificType="java:AxisShop$${name}"/>`;
  const array = ([name, item]) =>
    `<arrayMapping qname="t:${name}" innerType="${item}" languageSpecificType="java:${javaOf(item)}[]" ` +
    'encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/>';
  const file = join(work, 'shop.wsdd');
  writeFileSync(
    file,
    `<deployment xmlns="http://xml.apache.org/axis/wsdd/" xmlns:java="http://xml.apache.org/axis/wsdd/providers/java">
<handler name="URLMapper" type="java:org.apache.axis.handlers.http.URLMapper"/>
<service name="Shop" provider="java:RPC" style="rpc" use="encoded" ${space} xmlns:apache="http://xml.apache.org/xml-soap">
<parameter name="className" value="AxisShopService"/><parameter name="allowedMethods" value="*"/>
${[...Object.entries(operations).map(operation), ...Object.keys(structs).map(bean), ...Object.entries(arrays).map(array)].join('\n')}
</service>
<transport name="http"><requestFlow><handler type="URLMapper"/></requestFlow></transport>
</deployment>
`,
  );
  return file;
}
