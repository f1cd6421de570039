<?php
// A service with SoapServer, whose answers say what it read. The WSDL is named by user_agent, the one setting of
// PHP's server that a program can read and that means nothing to it; without one, types are said in the messages.
class School
{
    public function Save($given)
    {
        if (($given->note ?? '') === 'fault') {
            throw new SoapFault('Client', 'bad phone', null, ['reason' => 'letters'], 'InvalidPhone');
        }
        if (($given->note ?? '') === 'exception') {
            throw new RuntimeException('secret');
        }
        return ['SaveResult' => json_encode(['note' => $given->note ?? null] + (array) ($given->student ?? []))];
    }

    public function Echo($given)
    {
        $given->values->text = json_encode($given->values);
        return ['EchoResult' => $given->values];
    }

    public function Ping()
    {
        return (object) [];
    }

    public function Notify()
    {
    }
}

/** What arrays become where no WSDL says it. */
class Untyped
{
    public function Who()
    {
        return ['id' => 1, 'name' => 'Ann'];
    }

    public function Ping()
    {
        return [0 => 'a', 2 => 'b'];
    }
}

$wsdl = ini_get('user_agent');
$isTyped = $wsdl !== '';
$server = new SoapServer($isTyped ? $wsdl : null, ['cache_wsdl' => WSDL_CACHE_NONE, 'uri' => 'urn:school']);
$server->setClass($isTyped ? 'School' : 'Untyped');
$server->handle();
