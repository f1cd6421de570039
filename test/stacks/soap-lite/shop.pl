# The shop with SOAP::Lite, without the WSDL: perl shop.pl WSDL ADDRESS CALLS, or perl shop.pl serve PORT
use strict;
use warnings;
use JSON::PP;
use SOAP::Lite;
use SOAP::Transport::HTTP;

# a value of any type; a hash is a Map
sub any {
    my ($name, $value) = @_;
    my $data = SOAP::Data->name($name);
    return $data->value(undef) unless defined $value;
    return $data->type(boolean => $value ? 'true' : 'false') if JSON::PP::is_bool($value);
    return $data->type(map => { map { $_ => any('value', $value->{$_}) } keys %$value }) if ref $value eq 'HASH';
    return $data->value([ map { any('item', $_) } @$value ]) if ref $value eq 'ARRAY';
    return $data->value($value);
}

package Shop {
    sub login { return 's1' }
    sub three { my (undef, @given) = @_; return join '|', map { $_ // 'null' } @given }
    sub list {
        my (undef, $filters) = @_;
        # SOAP::Lite sends texts that Perl has as bytes in Latin-1
        utf8::upgrade(my $sku = "\x{e9} <&>");
        return [] unless @$filters;
        return [
            { id => 7, sku => 'A-1', price => '10.75', tags => [ 'x', 'y' ] },
            { id => 8, sku => $sku, price => '-3', tags => [] },
        ];
    }
    sub create { return $_[1]{id} }
    sub cart { my (undef, $cart) = @_; return { %$cart, shipping => $cart->{billing} } }
    sub fail { die SOAP::Fault->faultcode('102')->faultstring('no such product') }
    sub info { return $_[1] }
    sub sums { return $_[1] }
    sub price { return $_[1] }
    sub stock { return $_[1] }
    sub changed { return $_[1] }
    sub text { return $_[1] }
    sub attributes { return main::any('return', $_[1]) }
    sub rows { return main::any('return', $_[1]) }
    sub setting { return { name => $_[1]{name}, value => main::any('value', $_[1]{value}) } }
}

if ($ARGV[0] eq 'serve') {
    my $server = SOAP::Transport::HTTP::Daemon->new(LocalAddr => '127.0.0.1', LocalPort => $ARGV[1], ReuseAddr => 1);
    $server->dispatch_with({ 'urn:Shop' => 'Shop' })->handle;
    exit;
}

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
    if (JSON::PP::is_bool($value) && $name ne 'value') { return $data->type(boolean => $value ? 'true' : 'false'); }
    return any($name, $value) if $type =~ /Maps?$/ || $name eq 'value';
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
