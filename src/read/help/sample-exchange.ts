import type { BindingKind } from '../../model/wsdl/definitions.ts';
import { captureElement } from '../../runtime/xml/capture.ts';
import type { XmlElement } from '../../runtime/xml/element.ts';
import { EOF, START, XmlReader } from '../../runtime/xml/reader.ts';
import { XmlError } from '../../runtime/xml/xml-error.ts';

/** A sample request of a help page, with its answer. */
export interface SampleExchange {
  readonly kind: BindingKind;
  /** Path of the service, such as `/X.asmx`. */
  readonly path: string;
  /** Name of the operation in GET and POST, after the service's path. */
  readonly operation?: string | undefined;
  readonly host?: string | undefined;
  readonly action?: string | undefined;
  /** The envelope of a SOAP request. */
  readonly envelope?: XmlElement | undefined;
  /** Names of the parameters of GET and POST, in order. A repeated one is an array. */
  readonly parameters: readonly string[];
  readonly answer?: SampleAnswer | undefined;
}

/** A sample answer. */
export interface SampleAnswer {
  readonly status: number;
  /** Envelope or root element; absent if the answer is empty. */
  readonly root?: XmlElement | undefined;
}

/** Pairs the requests and answers among the `pre` blocks of a page. Ignores other blocks. */
export function readExchanges(samples: readonly string[]): readonly SampleExchange[] {
  const exchanges: SampleExchange[] = [];
  for (const sample of samples) {
    const answer = readAnswer(sample);
    const last = exchanges[exchanges.length - 1];
    if (answer !== undefined) {
      if (last !== undefined && last.answer === undefined) {
        exchanges[exchanges.length - 1] = { ...last, answer };
      }
      continue;
    }
    const request = readRequest(sample);
    if (request !== undefined) exchanges.push(request);
  }
  return exchanges;
}

function readAnswer(sample: string): SampleAnswer | undefined {
  const status = /^HTTP\/1\.\d\s+(\d{3})/.exec(sample)?.[1];
  if (status === undefined) return undefined;
  return { status: Number(status), root: readXml(bodyOf(sample)) };
}

function readRequest(sample: string): SampleExchange | undefined {
  // Mono leaves the version out
  const line = /^(GET|POST)[ \t]+(\S+)(?:[ \t]+HTTP\/1\.\d)?[ \t]*(?:\r?\n|$)/;
  const [, method, target = ''] = line.exec(sample) ?? [];
  if (method === undefined) return undefined;
  const host = headerOf(sample, 'Host');
  const type = headerOf(sample, 'Content-Type')?.toLowerCase() ?? '';
  const [address = '', query = ''] = target.split('?', 2);
  const [, path = address, operation] = /^(.*\.\w+)\/([^/]+)$/.exec(address) ?? [];
  if (method === 'GET') {
    const parameters = namesIn(query);
    return { kind: 'httpGet', path, operation: plain(operation), host, parameters };
  }
  if (type.startsWith('application/x-www-form-urlencoded')) {
    const parameters = namesIn(bodyOf(sample));
    return { kind: 'httpPost', path, operation: plain(operation), host, parameters };
  }
  const envelope = readXml(bodyOf(sample));
  if (envelope?.name !== 'Envelope') return undefined;
  const soap12 = type.startsWith('application/soap+xml');
  return {
    kind: soap12 ? 'soap12' : 'soap11',
    path: address,
    host,
    action: headerOf(sample, 'SOAPAction')?.replace(/^"(.*)"$/, '$1'),
    envelope,
    parameters: [],
  };
}

function plain(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function bodyOf(sample: string): string {
  const end = /\n[ \t]*\n/.exec(sample);
  return end === null ? '' : sample.slice(end.index + end[0].length).trim();
}

function headerOf(sample: string, name: string): string | undefined {
  const head = sample.split(/\n[ \t]*\n/, 1)[0] ?? '';
  return new RegExp(`^${name}:[ \\t]*(.+)$`, 'im').exec(head)?.[1]?.trim();
}

/** Names in `a=string&b=string`, in order and without duplicates; repeated ones get `[]`. */
function namesIn(form: string): readonly string[] {
  const counts = new Map<string, number>();
  for (const pair of form.replace(/\s+/g, '').split('&')) {
    const name = plain(pair.split('=', 1)[0]?.replaceAll('+', ' ')) ?? '';
    if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => (count > 1 ? `${name}[]` : name));
}

/** The root element of a sample; `undefined` if there is none, or it is not XML. */
function readXml(text: string): XmlElement | undefined {
  if (!text.startsWith('<')) return undefined;
  try {
    const reader = new XmlReader(text, {});
    for (let token = reader.nextTag(); token !== EOF; token = reader.nextTag()) {
      if (token === START) return captureElement(reader);
    }
    return undefined;
  } catch (error) {
    if (error instanceof XmlError) return undefined;
    throw error;
  }
}
