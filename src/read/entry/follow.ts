import type { DiagnosticSink } from '../../diagnostics/diagnostic.ts';
import type { ImportLoader } from '../load-imports.ts';
import type { Leads } from './leads.ts';
import type { Trail } from './trail.ts';

/** Most contracts that an error lists. */
const mostListed = 20;

/**
 * Goes on to the one document to which the end of a trail leads, which is no contract itself.
 *
 * @returns `undefined` if that must be fetched first, which is recorded, and, reported, if there is
 *   no such document or more than one
 */
export function followLeads(
  trail: Trail,
  loader: ImportLoader,
  { what, locations, here }: Leads,
  sink: DiagnosticSink,
): 'elsewhere' | undefined {
  const path = trail.end;
  const [first, ...others] = locations;
  if (first === undefined) {
    const message = `'${path}' is ${what} that names no contract`;
    const help = 'Name a WSDL: the address of a service with ?WSDL at its end';
    sink.report({ code: 'ASMX1002', severity: 'error', message, help });
    return undefined;
  }
  const { text, span } = first;
  if (others.length > 0) {
    const listed = locations.slice(0, mostListed).map((one) => one.text);
    const more = locations.length - listed.length;
    const message = `'${path}' is ${what} that names ${locations.length} contracts`;
    const help = `Name one of them: ${listed.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    sink.report({ code: 'ASMX1002', severity: 'error', message, span, help });
    return undefined;
  }
  const given = loader.locate(path, text);
  const elsewhere = given?.kind === 'failure' && given.code === 'ASMX1031';
  const found = elsewhere && here !== undefined ? loader.locate(path, here) : given;
  if (found === undefined) return undefined;
  if (found.kind === 'failure') {
    const { code, reason, help } = found;
    const message = `'${path}' leads to '${text}', which cannot be read: ${reason}`;
    sink.report({ code, severity: 'error', message, span, help });
    return undefined;
  }
  if (trail.ends(found.path)) {
    const message = `'${path}' leads to '${text}', which leads to no contract`;
    const help = 'Name a WSDL: the address of a service with ?WSDL at its end';
    sink.report({ code: 'ASMX1002', severity: 'error', message, span, help });
    return undefined;
  }
  trail.add(found.path);
  return 'elsewhere';
}
