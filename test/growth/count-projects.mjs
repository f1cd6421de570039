// node count-projects.mjs: reads SoapUI projects of several shapes in two sizes, writes their
// requests and recordings, and prints the work of each, as JSON.
import {
  httpRequests,
  readCached,
  readSoapUiProject,
  recordMocks,
} from '../../dist/cli/init/soapui.js';
import { builtFile, countBlocks } from './blocks.mjs';
import { takeScanned, watchBuiltins } from './scanned.mjs';

const wsdl = `<definitions targetNamespace="urn:g" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:g"><types><x:schema targetNamespace="urn:g"><x:element name="Put" type="x:string"/></x:schema></types><message name="In"><part name="p" element="t:Put"/></message><portType name="P"><operation name="Put"><input message="t:In"/></operation></portType><binding name="B" type="t:P"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Put"><s:operation soapAction="urn:put"/><input><s:body use="literal"/></input></operation></binding><service name="S"><port name="B" binding="t:B"><s:address location="http://h/"/></port></service></definitions>`;

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const use = (name) => `$\{#${name}}`;
const list = (count, one) => Array.from({ length: count }, (_, at) => one(at)).join('');
const property = (name, value) =>
  `<c:property><c:name>${name}</c:name><c:value>${value}</c:value></c:property>`;
const envelope = (text) =>
  `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${text}</e:Body></e:Envelope>`;
const testCase = (text, { url = 'http://h/', properties = '' } = {}) =>
  `<c:testCase name="T"><c:testStep name="s"><c:config><c:interface>B</c:interface><c:operation>Put</c:operation><c:request><c:endpoint>${url}</c:endpoint><c:request>${escaped(envelope(text))}</c:request></c:request></c:config></c:testStep><c:properties>${properties}</c:properties></c:testCase>`;
const project = (parts, properties = '') =>
  `<c:soapui-project name="G" xmlns:c="http://eviware.com/soapui/config"><c:interface name="B" type="wsdl" bindingName="B" soapVersion="1_1"><c:definitionCache rootPart="http://h/g.wsdl"><c:part><c:url>http://h/g.wsdl</c:url><c:content>${escaped(wsdl)}</c:content></c:part></c:definitionCache><c:operation name="Put" action="urn:put"/></c:interface>${parts}<c:properties>${properties}</c:properties></c:soapui-project>`;
const suite = (cases) => `<c:testSuite name="U">${cases}</c:testSuite>`;
const mock = (at) =>
  `<c:mockService name="M"><c:mockOperation name="Put" operation="Put" interface="B"><c:response name="r${at}"><c:responseContent>${escaped(envelope('$'))}</c:responseContent></c:response></c:mockOperation></c:mockService>`;

/** Projects by what they have many of. */
const shapes = {
  'values of a property of test cases of one name': (count) =>
    project(
      suite(
        list(count, (at) => testCase(use('TestCase#p'), { properties: property('p', `v${at}`) })),
      ),
    ),
  passwords: (count) =>
    project(suite(list(count, (at) => testCase(`<Password>p${at}</Password>`)))),
  addresses: (count) =>
    project(suite(list(count, (at) => testCase('', { url: `http://h${at}/` })))),
  'uses of a long value': (count) =>
    project(
      suite(list(count, () => testCase(use('Project#p')))),
      property('p', `${'long '.repeat(count * 20)}value`),
    ),
  'uses of a long value that is no variable': (count) =>
    project(
      suite(list(count, () => testCase(use('Project#p')))),
      property('p', '{long '.repeat(count * 20)),
    ),
  'mock responses whose requests are open': (count) =>
    project(suite(list(count, () => testCase(use('Project#none')))) + list(count, mock)),
};

const nothing = () => undefined;
const silent = { detail: nothing, progress: { step: nothing, clear: nothing } };

async function run(text) {
  const read = readSoapUiProject('g.xml', text);
  const cached = await readCached('http://h/g.wsdl', read.interfaces, 'g');
  const requests = httpRequests(read);
  const recording = await recordMocks(cached.model, cached.interfaces, read, silent);
  return requests.text.length + recording.leftOut.join('').length;
}

const takeBlocks = await countBlocks(builtFile);
watchBuiltins();

async function work(text) {
  await takeBlocks();
  takeScanned();
  const output = await run(text);
  const scanned = takeScanned();
  const blocks = Object.values(await takeBlocks()).reduce((a, b) => a + b, 0);
  return { output, blocks, scanned };
}

const found = {};
for (const [name, write] of Object.entries(shapes)) {
  await run(write(2));
  found[name] = { small: await work(write(250)), large: await work(write(2000)) };
}
console.log(JSON.stringify(found));
