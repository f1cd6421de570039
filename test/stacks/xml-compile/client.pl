# Reads answers with XML::Compile: lines of operation, WSDL, URL, settings and arguments in JSON; prints JSON lines.
use strict;
use warnings;
use HTTP::Tiny;
use JSON::PP;
use Log::Report mode => 'NORMAL';
use XML::Compile::Schema;
use XML::LibXML;

my $json = JSON::PP->new->allow_nonref->allow_blessed->convert_blessed->canonical->utf8;
my $http = HTTP::Tiny->new;
$| = 1;

sub plain {
  my $value = shift;
  return { map { $_ => plain($value->{$_}) } keys %$value } if ref $value eq 'HASH';
  return [ map { plain($_) } @$value ] if ref $value eq 'ARRAY';
  return defined $value ? "$value" : undef;
}

sub children { return grep { $_->isa('XML::LibXML::Element') } shift->childNodes }

while (my $line = <STDIN>) {
  chomp $line;
  my ($operation, $wsdl, $url) = split /\t/, $line;
  my $found = eval {
    my $contract = XML::LibXML->load_xml(string => $http->get($wsdl)->{content});
    my ($schema) = $contract->getElementsByLocalName('schema');
    my $request = "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body>"
      . "<$operation xmlns='urn:school'><id>1</id></$operation></e:Body></e:Envelope>";
    my %headers = ('Content-Type' => 'text/xml; charset=utf-8', SOAPAction => "\"urn:school/$operation\"");
    my $answer = $http->post($url, { content => $request, headers => \%headers })->{content};
    my ($body) = XML::LibXML->load_xml(string => $answer)->getElementsByLocalName('Body');
    my ($content) = children($body);
    my $reader = XML::Compile::Schema->new($schema);
    if ($content->localName eq 'Fault') {
      my ($detail) = children(($content->getElementsByTagName('detail'))[0]);
      my $read = $reader->compile(READER => '{urn:school}InvalidPhone')->($detail);
      return { error => 'fault', detail => plain($read) };
    }
    my $read = $reader->compile(READER => "{urn:school}${operation}Response")->($content);
    return { value => plain($read->{"${operation}Result"} // $read) };
  } // { error => "$@" };
  print $json->encode($found), "\n";
}
