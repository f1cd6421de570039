import { asList } from '../../codec/value.ts';
import { encodeFormBytes, encodeFormValue, formParameter } from '../../form/writer.ts';
import { within } from '../../xml/write-text.ts';
import { unwritable } from '../unwritable.ts';
import { type Form, formBytes, formText, type Parameter } from './form.ts';

/**
 * Writes the parameters of an operation as a query string or form.
 *
 * @param input object with a property for each parameter
 * @throws EncodeError a value has a wrong type or is missing
 */
export function writeForm<T>(form: Form<T>, input: T): string {
  const parameters = form.parameters();
  if (parameters.length === 0) return '';
  return completed(input, () => {
    let written = '';
    for (const one of parameters) written += inProperty(one, input, writeParameter);
    return written.slice(1);
  });
}

/**
 * Writes the location of an operation whose parameters are in it (WSDL 1.1, 4.6).
 *
 * @param location with the name of each parameter in parentheses
 * @param input object with a property for each parameter
 * @throws EncodeError a value has a wrong type or is missing
 */
export function writeLocation<T>(form: Form<T>, location: string, input: T): string {
  const parameters = form.parameters();
  return completed(input, () =>
    location.replace(/\(([^()]*)\)/g, (whole, name) => {
      const found = parameters.find((one) => one.name === name);
      return found === undefined ? whole : inProperty(found, input, encodedValue);
    }),
  );
}

function completed<T>(input: T, write: () => string): string {
  try {
    return write();
  } catch (error) {
    throw unwritable(error, input);
  }
}

/** What is written of the property of a parameter. Errors name it. */
function inProperty(
  parameter: Parameter,
  input: unknown,
  write: (parameter: Parameter, value: unknown) => string,
): string {
  const { name, property = name } = parameter;
  try {
    return write(parameter, (input as Readonly<Record<string, unknown>>)[property]);
  } catch (error) {
    throw within(error, property);
  }
}

/** A parameter with a leading `&`; of a list and of bytes, any number of them. */
function writeParameter(parameter: Parameter, value: unknown): string {
  const { list, bytes, optional, empty } = parameter;
  const name = encodeURIComponent(parameter.name);
  const isAbsent = value === undefined || (value === null && (list || !empty));
  if (optional && isAbsent) return '';
  if (bytes) return encodeFormBytes(name, formBytes(parameter, formParameter(value)));
  if (!list) return `&${name}=${encodedText(parameter, value)}`;
  return asList(value as readonly unknown[])
    .map((item, index) => {
      try {
        return `&${name}=${encodedText(parameter, item)}`;
      } catch (error) {
        throw within(error, index);
      }
    })
    .join('');
}

function encodedText(parameter: Parameter, value: unknown): string {
  if (parameter.empty && (value === undefined || value === null)) return '';
  return encodedValue(parameter, value);
}

function encodedValue(parameter: Parameter, value: unknown): string {
  const given = parameter.needed ? formParameter(value) : value;
  return encodeFormValue(formText(parameter)(given as never));
}
