import {
  createDiagnosticBag,
  type Diagnostic,
  positionAt,
} from '../../src/diagnostics/diagnostic.ts';
import { linkContract } from '../../src/model/link.ts';
import type { ServiceModel, ServiceOperation } from '../../src/model/services.ts';
import type { Contract } from '../../src/model/wsdl.ts';
import { readContract } from '../../src/read/contract.ts';
import type { Host, ReadOptions } from '../../src/read/host.ts';

/** Files by path, the entry first. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/** A host that has these files and nothing else. */
export function hostOf(files: Files): Host {
  return {
    readFile: (path) => {
      const file = Object.hasOwn(files, path) ? files[path] : undefined;
      return typeof file === 'string' ? new TextEncoder().encode(file) : file;
    },
  };
}

/** A diagnostic on one line: `error ASMX2001 a.wsdl:3:7 message`. */
export function lineOf({ severity, code, span, message }: Diagnostic): string {
  const place =
    span === undefined
      ? ''
      : `${span.file.path}:${positionAt(span.file, span.start).line}:${positionAt(span.file, span.start).column} `;
  return `${severity} ${code} ${place}${message}`;
}

/** A diagnostic with the text it points at: `error ASMX2001 «t:X» message`. */
export function quotedLineOf({ severity, code, span, message }: Diagnostic): string {
  const text = span === undefined ? '' : span.file.text.slice(span.start, span.end);
  return `${severity} ${code} «${text}» ${message}`;
}

/** What became of some files. */
export interface Outcome {
  readonly contract: Contract | undefined;
  readonly model: ServiceModel | undefined;
  /** Diagnostics as {@link lineOf} writes them, in order. */
  readonly lines: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads and links files. */
export function linkFiles(
  files: Files,
  options: ReadOptions & { readonly lenient?: boolean } = {},
): Outcome {
  const bag = createDiagnosticBag();
  const contract = readContract(Object.keys(files)[0] ?? '', hostOf(files), bag, options);
  const model = contract === undefined ? undefined : linkContract(contract, bag, options);
  return { contract, model, lines: bag.diagnostics.map(lineOf), diagnostics: bag.diagnostics };
}

/** Namespace declarations of the WSDL documents below, on one line. */
export const wsdlNamespaces =
  'xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t"';

/** A WSDL whose second line begins the given text. */
export function wsdl(body: string): string {
  return `<definitions name="T" ${wsdlNamespaces}>\n${body}\n</definitions>`;
}

/** A schema in namespace `urn:t` whose second line begins the given text. */
export function schema(body: string, attributes = 'elementFormDefault="qualified"'): string {
  return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t" ${attributes}>\n${body}\n</xs:schema>`;
}

/** A WSDL of nothing but types: its third line begins the given text. */
export function typesOnly(body: string, attributes = 'elementFormDefault="qualified"'): string {
  return wsdl(
    `<types><xs:schema targetNamespace="urn:t" ${attributes}>\n${body}\n</xs:schema></types>`,
  );
}

/**
 * Links global declarations of XML Schema and gives what they became; throws when there are
 * defects.
 */
export function linkTypes(body: string, attributes?: string): ServiceModel {
  const { model, lines } = linkFiles({ 'a.wsdl': typesOnly(body, attributes) });
  if (model === undefined) throw new Error(lines.join('\n'));
  return model;
}

/**
 * Everything a document/literal operation `Op` with one SOAP 1.1 port needs, around messages `In`
 * and `Out`.
 */
export const onePort = `<portType name="P"><operation name="Op"><input message="t:In"/><output message="t:Out"/></operation></portType>
<binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Op"><soap:operation soapAction="urn:t/Op"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
<service name="S"><port name="SPort" binding="t:B"><soap:address location="http://host/s.asmx"/></port></service>`;

/** All operations of a model. */
export function operationsOf(model: ServiceModel | undefined): readonly ServiceOperation[] {
  return (
    model?.services.flatMap((service) => service.interfaces.flatMap((one) => one.operations)) ?? []
  );
}
