<?php
// A service with SoapServer, whose answers say what it read. The WSDL is named by user_agent, the one setting of
// PHP's server that a program can read and that means nothing to it.
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

$server = new SoapServer(ini_get('user_agent'), ['cache_wsdl' => WSDL_CACHE_NONE]);
$server->setClass('School');
$server->handle();
