<?php
// Calls every operation with php-soap over both versions of SOAP, each client made from ?WSDL.
// usage: php php_calls.php BASE-URL CASES-FILE. A line of the file: service, operation, then name:type:base64 for each parameter.
[, $base, $cases] = $argv;
$versions = ['Soap' => SOAP_1_1, 'Soap12' => SOAP_1_2];
$clients = [];
foreach (file($cases, FILE_IGNORE_NEW_LINES) as $line) {
    $fields = explode("\t", $line);
    [$service, $operation] = $fields;
    $values = [];
    foreach (array_slice($fields, 2) as $field) {
        [$name, $type, $value] = explode(':', $field);
        $text = base64_decode($value);
        $values[$name] = $type === 'int' ? (int) $text : $text;
    }
    foreach ($versions as $port => $version) {
        try {
            $clients["$service $port"] ??= new SoapClient("$base/$service.asmx?WSDL", [
                'soap_version' => $version,
                'cache_wsdl' => WSDL_CACHE_NONE,
                'location' => "$base/$service.asmx",
            ]);
            $result = $clients["$service $port"]->__soapCall($operation, [$values]);
            $text = $result->{$operation . 'Result'} ?? null;
            $outcome = "ok\t" . ($text === null ? 'null' : base64_encode($text));
        } catch (Throwable $error) {
            $outcome = "failed\t" . base64_encode(get_class($error) . ': ' . $error->getMessage());
        }
        echo "$port\t$service\t$operation\t$outcome\n";
    }
}
