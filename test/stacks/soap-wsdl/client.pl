# Calls with SOAP::WSDL: lines of operation, WSDL, URL, settings and arguments in JSON; prints JSON lines.
use strict;
use warnings;
use JSON::PP;

my $json = JSON::PP->new->allow_nonref->allow_blessed->canonical->utf8;
$| = 1;

sub plain {
  my $value = shift;
  return [ map { plain($_) } @$value ] if ref $value eq 'ARRAY';
  return { map { $_ => plain($value->{$_}) } keys %$value } if ref $value eq 'HASH';
  return defined $value ? "$value" : undef;
}

while (my $line = <STDIN>) {
  chomp $line;
  my ($operation, undef, $url, $as) = split /\t/, $line;
  my $found = eval {
    require MyInterfaces::School::SchoolSoap;
    my $client = MyInterfaces::School::SchoolSoap->new();
    $client->set_proxy($url);
    my %given = $operation eq 'Echo' ? (values => { weight => 9**9**9, level => 1 }) : $operation =~ /Get|Who/ ? (id => 1) : ();
    my $answer = $client->$operation(\%given);
    return { error => $answer->get_faultstring->get_value } if !$answer && $answer->can('get_faultstring');
    return { value => '' . $answer->get_GetResult->get_name } if $as eq 'name';
    my $read = $answer->as_hash_ref;
    return { value => plain(exists $read->{"${operation}Result"} ? $read->{"${operation}Result"} : $read) };
  } // { error => "$@" };
  print $json->encode($found), "\n";
}
