<?php
// Calls with NuSOAP: lines of operation, WSDL, URL, settings and arguments in JSON; prints JSON lines.
require 'nusoap.php';
foreach (file('php://stdin', FILE_IGNORE_NEW_LINES) as $line) {
    [$operation, $wsdl, , , $arguments] = explode("\t", $line);
    try {
        $client = new nusoap_client($wsdl, 'wsdl');
        $result = $client->call($operation, [json_decode($arguments, true)]);
        $name = $operation . 'Result';
        $found = $client->getError()
            ? ['error' => $client->getError()]
            : ['value' => is_array($result) && array_key_exists($name, $result) ? $result[$name] : $result];
    } catch (Throwable $error) {
        $found = ['error' => get_class($error) . ': ' . $error->getMessage()];
    }
    echo json_encode($found, JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_SLASHES), "\n";
}
