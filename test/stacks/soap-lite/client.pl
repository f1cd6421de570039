# Calls with SOAP::Lite: lines of operation, WSDL, URL, settings and arguments in JSON; prints JSON lines.
use strict;
use warnings;
use JSON::PP;
use SOAP::Lite;

my $json = JSON::PP->new->allow_nonref->allow_blessed->canonical->utf8;
$| = 1;
while (my $line = <STDIN>) {
  chomp $line;
  my ($operation, undef, $url, $as, $given) = split /\t/, $line;
  my $client = SOAP::Lite->new(proxy => $url)->on_action(sub { join '/', @_ });
  # rpc/encoded has elements in no namespace
  $as eq 'encoded' ? $client->ns('urn:school') : $client->default_ns('urn:school');
  my %values = %{ $json->decode($given) };
  my $found = eval {
    my @data = $as eq 'encoded' ? map { SOAP::Data->name($_)->value($values{values}{$_}) } sort keys %{ $values{values} } : ();
    my $answer = $client->call($operation, @data);
    $answer->fault ? { error => $answer->faultstring, detail => $answer->faultdetail } : { value => $answer->result };
  } // { error => "$@" };
  print $json->encode($found), "\n";
}
