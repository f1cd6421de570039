# Calls every operation with SOAP::Lite over SOAP 1.1, as its users must set it up for ASMX: the action joined without `#`, a default
# namespace. (Its SOAP 1.2 envelope is in no namespace, which ASMX answers with VersionMismatch.)
# usage: perl calls.pl BASE-URL CASES-FILE; lines as in mono/Calls.cs.
use strict;
use warnings;
use utf8;
use Encode qw(decode_utf8 encode_utf8);
use MIME::Base64;
use SOAP::Lite;

sub flatten {
  my ($value) = @_;
  return 'null' unless defined $value;
  return '[' . join(',', map { flatten($_) } @$value) . ']' if ref $value eq 'ARRAY';
  return "$value" unless ref $value && $value =~ /HASH/;
  my @names = sort keys %$value;
  # the wrapper of an array: one field that repeats
  if (@names == 1 && $names[0] =~ /^(?:string|int|Item|Shape)$/) {
    my $items = $value->{$names[0]};
    return flatten(ref $items eq 'ARRAY' ? $items : [$items]);
  }
  return '{' . join(',', map { "$_=" . flatten($value->{$_}) } grep { defined $value->{$_} } @names) . '}';
}

my %types = (strings => 'string', ints => 'int');

my ($base, $cases) = @ARGV;
open my $file, '<', $cases or die "$cases: $!";
while (my $line = <$file>) {
  chomp $line;
  my ($number, $path, $service, $operation, @fields) = split /\t/, $line;
  my @values = map {
    my ($name, $type, $value) = split /:/;
    my $text = decode_utf8(decode_base64($value));
    my $item = $types{$type};
    ($type, $text) = ('int', ord $text) if $type eq 'char';
    defined $item
      ? SOAP::Data->name($name)->value(\SOAP::Data->value(map { SOAP::Data->name($item)->type($item)->value($_) } split /\|/, $text))
      : SOAP::Data->name($name)->type($type eq 'base64' ? 'string' : $type)->value($text);
  } @fields;
  my $client = SOAP::Lite->new(proxy => "$base$path")->on_action(sub { join '', @_ });
  # the children of an RPC call are in no namespace
  $operation =~ /^Rpc/ ? $client->ns('http://tempuri.org/') : $client->default_ns('http://tempuri.org/');
  my $outcome = eval {
    my $answer = $client->call($operation, @values);
    my $text = $answer->fault ? $answer->faultstring : flatten($answer->result);
    if (!$answer->fault && $answer->paramsout) {
      my %out = %{ $answer->body->{"${operation}Response"} };
      delete $out{"${operation}Result"};
      $text .= ";$_=" . flatten($out{$_}) for sort keys %out;
    }
    ($answer->fault ? 'failed' : 'ok') . "\t" . encode_base64(encode_utf8($text), '');
  } // "failed\t" . encode_base64(encode_utf8("$@"), '');
  print "$number\tSoap\t$outcome\n";
}
