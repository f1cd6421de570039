<?php
// A service with NuSOAP, whose answers say what it read. The WSDL is named by user_agent, the one setting of PHP's
// server that a program can read and that means nothing to it.
require 'nusoap.php';

function Save($student, $note)
{
    if ($note === 'fault') {
        return new nusoap_fault('Client', '', 'bad phone', ['InvalidPhone' => ['reason' => 'letters']]);
    }
    if ($note === 'exception') {
        throw new RuntimeException('secret');
    }
    $read = ['note' => $note] + (is_array($student) ? $student : ['student' => $student]);
    return ['SaveResult' => json_encode($read)];
}

function Ping()
{
    return '';
}

function Notify($text)
{
}

function Who($id)
{
    return ['WhoResult' => ['id' => 1, 'name' => 'Ann']];
}

[$wsdl, $as] = explode('|', ini_get('user_agent'));
if ($as === 'own WSDL') {
    $server = new nusoap_server();
    $server->configureWSDL('School', 'urn:school', false, 'document');
    $fields = ['id' => ['name' => 'id', 'type' => 'xsd:int'], 'name' => ['name' => 'name', 'type' => 'xsd:string']];
    $server->wsdl->addComplexType('Person', 'complexType', 'struct', 'sequence', '', $fields);
    $result = ['WhoResult' => 'tns:Person'];
    $server->register('Who', ['id' => 'xsd:int'], $result, 'urn:school', 'urn:school/Who', 'document', 'literal');
} else {
    $server = new nusoap_server($wsdl);
}
$server->service(file_get_contents('php://input'));
