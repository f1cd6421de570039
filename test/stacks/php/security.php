<?php
// Calls one operation with UsernameTokens as programs of php-soap write them.
// usage: php security.php BASE-URL; lines of what, outcome and message.
const WSSE = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
const WSU = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';
const TYPE = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0#Password';

function token(string $password, bool $digest): SoapHeader
{
    $nonce = random_bytes(16);
    $created = gmdate('Y-m-d\TH:i:s\Z');
    $sent = $digest ? base64_encode(sha1($nonce . $created . $password, true)) : $password;
    $type = TYPE . ($digest ? 'Digest' : 'Text');
    $xml =
        '<wsse:Security xmlns:wsse="' . WSSE . '" xmlns:wsu="' . WSU . '"><wsse:UsernameToken>' .
        "<wsse:Username>ada</wsse:Username><wsse:Password Type=\"$type\">$sent</wsse:Password>" .
        '<wsse:Nonce>' . base64_encode($nonce) . '</wsse:Nonce>' .
        "<wsu:Created>$created</wsu:Created></wsse:UsernameToken></wsse:Security>";
    return new SoapHeader(WSSE, 'Security', new SoapVar($xml, XSD_ANYXML), true);
}

[, $base] = $argv;
$headers = [
    'text' => fn() => token('secret', false),
    'digest' => fn() => token('secret', true),
    'wrong password' => fn() => token('x', true),
    'nothing' => fn() => null,
];
foreach ($headers as $what => $header) {
    foreach ([SOAP_1_1, SOAP_1_2] as $version) {
        try {
            $client = new SoapClient("$base/AuthCodeSending.asmx?WSDL", [
                'soap_version' => $version,
                'cache_wsdl' => WSDL_CACHE_NONE,
                'location' => "$base/AuthCodeSending.asmx",
            ]);
            $client->__soapCall('AuthCode', [['code' => '1', 'phone' => '2']], null, $header());
            $outcome = "ok\t";
        } catch (Throwable $error) {
            $outcome = "failed\t" . str_replace("\n", ' ', $error->getMessage());
        }
        echo "$what\t$outcome\n";
    }
}
