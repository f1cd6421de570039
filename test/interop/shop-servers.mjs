// The generated client against shops of PHP, SOAP::Lite, soap4r and Axis.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { given, received } from './shop-values.mjs';

/** Waits until a port takes connections. */
async function isOpen(port) {
  for (let left = 200; left > 0; left -= 1) {
    const opened = await new Promise((done) => {
      const socket = connect(port, '127.0.0.1', () => done(true));
      socket.on('error', () => done(false)).on('connect', () => socket.destroy());
    });
    if (opened) return;
    await sleep(50);
  }
  throw new Error(`no server at port ${port}`);
}

/**
 * What a service answers to all calls.
 *
 * @param start the command with arguments and environment, for a port
 */
export async function callService(code, { operations, calls, port, ...service }) {
  const { path, start, binding = 'soap11' } = service;
  const { command, args, env = {} } = start;
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let told = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    told += text;
  });
  try {
    await isOpen(port);
    const client = code.createShopClient({ binding, endpoint: `http://127.0.0.1:${port}${path}` });
    const answers = [];
    for (const { name, args: list } of calls) {
      const [types, result] = operations[name];
      const input = Object.entries(types).map(([one, type], at) => [one, given(type, list[at])]);
      const answer = await client[name](Object.fromEntries(input)).then(
        (value) => received(result, value),
        ({ code: fault, message }) => ({ fault, message }),
      );
      answers.push(answer);
    }
    return answers;
  } catch (error) {
    throw new Error(`${command}: ${error.message} ${told.slice(-600)}`);
  } finally {
    child.kill();
  }
}

/** The deployment of the shop in Axis, whose types are classes in AxisShop. */
export function writeDeployment(work, { operations, structs, arrays }) {
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
