<?php
// Calls every operation with php-soap over both versions of SOAP, each client made from ?WSDL.
// usage: php calls.php BASE-URL CASES-FILE; lines as in mono/Calls.cs.
ini_set('precision', '17');
ini_set('serialize_precision', '-1');

function flatten($value, bool $top = true): string
{
    if ($value === null) {
        return 'null';
    }
    if (is_bool($value)) {
        return $value ? 'true' : 'false';
    }
    if (is_float($value)) {
        return json_encode($value);
    }
    if (is_array($value)) {
        return '[' . implode(',', array_map('flatten', $value)) . ']';
    }
    if (!is_object($value)) {
        // binary data comes as a string of its bytes
        return preg_match('//u', (string) $value)
            ? (string) $value
            : 'base64:' . base64_encode($value);
    }
    $fields = get_object_vars($value);
    // the wrapper of an array: one field that repeats; a single item is no array in PHP, none no field at all
    if (count($fields) === 1 && in_array(key($fields), ['string', 'int', 'Item', 'Shape'], true)) {
        $items = current($fields);
        return flatten(is_array($items) ? $items : [$items]);
    }
    $fields = array_filter($fields, fn($field) => $field !== null);
    ksort($fields, SORT_STRING);
    $parts = array_map(fn($name) => $name . '=' . flatten($fields[$name]), array_keys($fields));
    return '{' . implode(',', $parts) . '}';
}

function parse(string $type, string $text)
{
    switch ($type) {
        case 'char':
            return ord($text);
        case 'int':
        case 'byte':
        case 'long':
            return (int) $text;
        case 'boolean':
            return $text === 'true';
        case 'double':
            return (float) $text;
        case 'base64':
            return base64_decode($text);
        case 'strings':
            return ['string' => explode('|', $text)];
        case 'ints':
            return ['int' => array_map('intval', explode('|', $text))];
        default:
            return $text;
    }
}

/** Operations whose parameters and result stand in the message without a wrapper of PHP's own. */
const PARTS = ['RpcAdd', 'RpcLiteral', 'RpcItem', 'Bare'];

[, $base, $cases] = $argv;
$versions = ['Soap' => SOAP_1_1, 'Soap12' => SOAP_1_2];
$clients = [];
foreach (file($cases, FILE_IGNORE_NEW_LINES) as $line) {
    $fields = explode("\t", $line);
    [$number, $path, $service, $operation] = $fields;
    $values = [];
    foreach (array_slice($fields, 4) as $field) {
        [$name, $type, $value] = explode(':', $field);
        $values[$name] = parse($type, base64_decode($value));
    }
    foreach ($versions as $port => $version) {
        try {
            $clients["$service $port"] ??= new SoapClient("$base$path?WSDL", [
                'soap_version' => $version,
                'cache_wsdl' => WSDL_CACHE_NONE,
                'location' => "$base$path",
                'features' => 0,
            ]);
            $plain = in_array($operation, PARTS, true);
            $result = $clients["$service $port"]->__soapCall($operation, $plain ? array_values($values) : [$values]);
            $main = $operation . 'Result';
            $fields = $plain ? [$main => $result] : get_object_vars((object) $result);
            if (count($fields) === 1) {
                $main = key($fields);
            }
            $text = flatten($fields[$main] ?? null);
            ksort($fields, SORT_STRING);
            foreach ($fields as $name => $value) {
                if ($name !== $main) {
                    $text .= ";$name=" . flatten($value);
                }
            }
            $outcome = "ok\t" . base64_encode($text);
        } catch (Throwable $error) {
            $outcome = "failed\t" . base64_encode(get_class($error) . ': ' . $error->getMessage());
        }
        echo "$number\t$port\t$outcome\n";
    }
}
