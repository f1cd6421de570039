#!/usr/bin/env bash
# jsonix 3.0.0 (npm): some values that XML Schema allows are errors when it reads them, and some that it writes are not
# allowed. White space around a boolean or a date, as indented messages have it, is refused, around a number it is fine.
# 24:00:00, midnight, is refused. 0.0000001 is written as 1e-7, but xs:decimal has no exponent. An empty base64Binary
# is read as undefined, and its element is not there when it is written again.
#
# Seen on 2026-12-01 (type, text, written again):
#   Int [ 5 ] <x>5</x>
#   Boolean [ true ] Error
#   DateTime [ 2020-01-02T03:04:05Z ] Error
#   DateTime [2020-01-02T24:00:00] Error
#   Time [24:00:00] Error
#   Decimal [0.0000001] <x>1e-7</x>
#   Base64Binary [] nothing
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --ignore-scripts jsonix@3.0.0
cat >values.cjs <<'JS'
const { Jsonix } = require('jsonix');

const again = (type, text) => {
  const properties = [{ name: 'x', type: 'element', elementName: 'x', typeInfo: type }];
  const typeInfos = [{ localName: 'R', propertyInfos: properties }];
  const context = new Jsonix.Context([{ name: 'M', typeInfos, elementInfos: [{ elementName: 'r', typeInfo: '.R' }] }]);
  try {
    const read = context.createUnmarshaller().unmarshalString(`<r><x>${text}</x></r>`);
    const written = context.createMarshaller().marshalString(read);
    return written.match(/<x>.*<\/x>|<x\/>/)?.[0] ?? 'nothing';
  } catch {
    return 'Error';
  }
};
for (const [type, text] of [
  ['Int', ' 5 '],
  ['Boolean', ' true '],
  ['DateTime', ' 2020-01-02T03:04:05Z '],
  ['DateTime', '2020-01-02T24:00:00'],
  ['Time', '24:00:00'],
  ['Decimal', '0.0000001'],
  ['Base64Binary', ''],
]) {
  console.log(`${type} [${text}] ${again(type, text)}`);
}
JS
found=$(node values.cjs)
expected='Int [ 5 ] <x>5</x>
Boolean [ true ] Error
DateTime [ 2020-01-02T03:04:05Z ] Error
DateTime [2020-01-02T24:00:00] Error
Time [24:00:00] Error
Decimal [0.0000001] <x>1e-7</x>
Base64Binary [] nothing'
printf '%s\n' "$found"
[ "$found" = "$expected" ] || { echo 'the behaviour has changed' >&2; exit 1; }
