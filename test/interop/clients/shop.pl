# The shop with SOAP::Lite, without the WSDL: perl shop.pl WSDL ADDRESS CALLS
use strict;
use warnings;
use JSON::PP;
use SOAP::Lite;

my (undef, $address, $calls) = @ARGV;
my $json = JSON::PP->new->allow_nonref->canonical->utf8;
my $client = SOAP::Lite->uri('urn:Shop')->proxy($address)->on_action(sub { '"urn:Shop#' . $_[1] . '"' });
$client->on_fault(sub { });

sub plain {
    my ($value) = @_;
    return $value ? JSON::PP::true : JSON::PP::false if JSON::PP::is_bool($value);
    return [ map { plain($_) } @$value ] if ref $value eq 'ARRAY';
    return { map { $_ => plain($value->{$_}) } keys %$value } if ref $value;
    return $value;
}

# a struct as named members, an array as such
sub data {
    my ($name, $type, $value) = @_;
    my $data = SOAP::Data->name($name);
    return $data->value(undef) unless defined $value;
    if (JSON::PP::is_bool($value)) { return $data->type(boolean => $value ? 'true' : 'false'); }
    if (ref $value eq 'HASH') {
        return $data->value(\SOAP::Data->value(map { data($_, '', $value->{$_}) } sort keys %$value));
    }
    return $data->value($value) if ref $value;
    return $data->type(string => $value) if $type eq '' || $type eq 'xsd:string';
    $type =~ s/^xsd://;
    return $data->type($type => $value);
}

for my $call (@{ $json->decode($calls) }) {
    my ($name, $parameters, $given) = @$call;
    my @data = map { data($parameters->[$_][0], $parameters->[$_][1], $given->[$_]) } 0 .. $#$given;
    my $answer = $client->call($name => @data);
    my $fault = ref $answer && $answer->fault;
    # a boolean is a number in Perl
    my $result = $fault ? undef : $answer->result;
    $result = $result ? JSON::PP::true : JSON::PP::false if $name eq 'stock' && !$fault;
    my $code = $fault ? $answer->faultcode =~ s/^.*://r : '';
    print $json->encode($fault ? { fault => $code, message => $answer->faultstring } : plain($result)), "\n";
}
