<?php
// Calls with SoapClient: lines of operation, WSDL, URL, settings and arguments in JSON; prints JSON lines.
ini_set('serialize_precision', '-1');
const SETTINGS = ['' => [], 'arrays' => ['features' => SOAP_SINGLE_ELEMENT_ARRAYS]];
foreach (file('php://stdin', FILE_IGNORE_NEW_LINES) as $line) {
    [$operation, $wsdl, , $settings, $arguments] = explode("\t", $line);
    try {
        $client = new SoapClient($wsdl, ['cache_wsdl' => WSDL_CACHE_NONE] + SETTINGS[$settings]);
        $result = $client->__soapCall($operation, [json_decode($arguments)]);
        $name = $operation . 'Result';
        $found = ['value' => is_object($result) && property_exists($result, $name) ? $result->$name : $result];
    } catch (Throwable $error) {
        $found = ['error' => get_class($error) . ': ' . $error->getMessage()];
    }
    echo json_encode($found, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES), "\n";
}
