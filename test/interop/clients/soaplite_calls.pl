# Calls every operation with SOAP::Lite over SOAP 1.1, as its users must set it up for ASMX: the action joined without `#`, a default
# namespace. (Its SOAP 1.2 envelope is in no namespace, which ASMX answers with VersionMismatch.)
# usage: perl soaplite_calls.pl BASE-URL CASES-FILE. A line of the file: service, operation, then name:type:base64 for each parameter.
use strict;
use warnings;
use utf8;
use Encode qw(decode_utf8 encode_utf8);
use MIME::Base64;
use SOAP::Lite;

my ($base, $cases) = @ARGV;
open my $file, '<', $cases or die "$cases: $!";
while (my $line = <$file>) {
  chomp $line;
  my ($service, $operation, @fields) = split /\t/, $line;
  my @values = map {
    my ($name, $type, $value) = split /:/;
    SOAP::Data->name($name)->type($type)->value(decode_utf8(decode_base64($value)));
  } @fields;
  my $client = SOAP::Lite->new(proxy => "$base/$service.asmx")
    ->on_action(sub { join '', @_ })->default_ns('http://tempuri.org/');
  my $outcome = eval {
    my $answer = $client->call($operation, @values);
    my $text = $answer->fault ? $answer->faultstring : $answer->result;
    $text = encode_utf8($text // '');
    ($answer->fault ? 'failed' : 'ok') . "\t" . encode_base64($text, '');
  } // "failed\t" . encode_base64("$@", '');
  print "Soap\t$service\t$operation\t$outcome\n";
}
