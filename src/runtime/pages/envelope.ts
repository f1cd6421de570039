import type { Sample, SoapDocs } from './data.ts';
import { encodeMarkup } from './html.ts';

export type SoapVersion = 'soap11' | 'soap12';

/** XML declaration of samples, with a line end. */
export const declaration: string = '<?xml version="1.0" encoding="utf-8"?>\n';
const encodingStyles = {
  soap11: 'http://schemas.xmlsoap.org/soap/encoding/',
  soap12: 'http://www.w3.org/2003/05/soap-encoding',
} as const;
const envelopes = {
  soap11: 'http://schemas.xmlsoap.org/soap/envelope/',
  soap12: 'http://www.w3.org/2003/05/soap-envelope',
} as const;
/** On the help pages the prefix shows the version; on the wire it is `soap` in both. */
const prefixes = { soap11: 'soap', soap12: 'soap12' } as const;
/** Content types of requests and answers. */
export const soapContentTypes: Readonly<Record<SoapVersion, string>> = {
  soap11: 'text/xml; charset=utf-8',
  soap12: 'application/soap+xml; charset=utf-8',
};

/** The content of an envelope. */
export interface EnvelopeContent extends Pick<SoapDocs, 'encoded'> {
  /** Namespace of the service. */
  readonly namespace: string;
  readonly body: Sample;
  readonly header: Sample | undefined;
}

/**
 * An envelope around the samples of header and body. Its attributes are in the order of ASMX's
 * samples: xsi, xsd, soap.
 */
export function sampleEnvelope(
  version: SoapVersion,
  { encoded: isEncoded, namespace, body, header }: EnvelopeContent,
): Sample {
  const p = prefixes[version];
  const style = encodingStyles[version];
  const tns = encodeMarkup(namespace);
  const types = `${tns}${tns.endsWith('/') ? '' : '/'}encodedTypes`;
  const encoded = isEncoded
    ? ` xmlns:soapenc="${style}" xmlns:tns="${tns}" xmlns:types="${types}"`
    : '';
  const before =
    `${declaration}<${p}:Envelope xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ` +
    `xmlns:xsd="http://www.w3.org/2001/XMLSchema"${encoded} xmlns:${p}="${envelopes[version]}">\n`;
  const bodyTag = isEncoded ? `${p}:Body ${p}:encodingStyle="${style}"` : `${p}:Body`;
  const end = `\n</${p}:Envelope>`;
  const bodyPart =
    body.length === 1 && body[0] === ''
      ? [`  <${bodyTag} />${end}`]
      : joinSamples([`  <${bodyTag}>\n`], body, [`\n  </${p}:Body>${end}`]);
  const headerPart = header
    ? joinSamples([`  <${p}:Header>\n`], header, [`\n  </${p}:Header>\n`])
    : [''];
  return joinSamples([before], headerPart, bodyPart);
}

/** Concatenates samples. The last text of one and the first of the next are joined. */
export function joinSamples(...samples: readonly Sample[]): Sample {
  const joined: string[] = [''];
  for (const sample of samples) {
    joined.push((joined.pop() ?? '') + (sample[0] ?? ''), ...sample.slice(1));
  }
  return joined;
}
