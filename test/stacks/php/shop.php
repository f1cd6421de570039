<?php
// The shop: calls each operation of a list (php shop.php WSDL ADDRESS CALLS [1.2]), or serves them
// by `php -S`, with the WSDL of the environment or without.
if (PHP_SAPI === 'cli') {
    [, $wsdl, $address, $calls] = $argv;
    $version = ($argv[4] ?? '') === '1.2' ? SOAP_1_2 : SOAP_1_1;
    $client = new SoapClient($wsdl, [
        'location' => $address,
        'soap_version' => $version,
        'cache_wsdl' => WSDL_CACHE_NONE,
        'features' => SOAP_SINGLE_ELEMENT_ARRAYS,
    ]);
    foreach (json_decode($calls) as [$name, , $given]) {
        // an address twice is one object, which is sent as a reference
        if ($name === 'cart') $given[0]->shipping = $given[0]->billing;
        // objects of any type are Maps
        if (in_array($name, ['attributes', 'rows', 'setting'])) $given = json_decode(json_encode($given), true);
        try {
            $answer = $client->__soapCall($name, $given);
        } catch (SoapFault $fault) {
            $code = preg_replace('/^.*:/', '', $fault->faultcode);
            $answer = ['fault' => $code, 'message' => $fault->getMessage()];
        }
        echo json_encode($answer), "\n";
    }
    exit;
}

class Shop
{
    public function login($user, $password) { return 's1'; }
    public function three($a, $b, $c) { return join('|', array_map(fn($one) => $one ?? 'null', [$a, $b, $c])); }
    public function list($filters, $page)
    {
        if (count($filters) === 0) return [];
        return [
            (object) ['id' => 7, 'sku' => 'A-1', 'price' => '10.75', 'tags' => ['x', 'y']],
            (object) ['id' => 8, 'sku' => "\u{e9} <&>", 'price' => '-3', 'tags' => []],
        ];
    }
    public function create($product) { return $product->id; }
    public function fail($how) { throw new SoapFault('102', 'no such product'); }
    public function cart($cart)
    {
        $cart->shipping = $cart->billing;
        return $cart;
    }
    public function __call($name, $given) { return $given[0]; }
}

$server = new SoapServer(getenv('SHOP_WSDL') ?: null, [
    'uri' => 'urn:Shop',
    'soap_version' => getenv('SHOP_VERSION') === '1.2' ? SOAP_1_2 : SOAP_1_1,
    'cache_wsdl' => WSDL_CACHE_NONE,
    'features' => SOAP_SINGLE_ELEMENT_ARRAYS,
]);
class Echoes extends Shop
{
    public function info($product) { return $product; }
    public function sums($numbers) { return $numbers; }
    public function price($amount) { return $amount; }
    public function stock($inStock) { return $inStock; }
    public function changed($at) { return $at; }
    public function text($text) { return $text; }
    public function attributes($attributes) { return $attributes; }
    public function rows($rows) { return $rows; }
    public function setting($setting) { return $setting; }
}
$server->setClass('Echoes');
$server->handle();
