# A service with SOAP::Lite, whose answers say what it read: perl service.pl PORT
use strict;
use warnings;
use JSON::PP;
use SOAP::Lite;
use SOAP::Transport::HTTP;

package School {
  our @ISA = ('SOAP::Server::Parameters');
  my $json = JSON::PP->new->allow_nonref->allow_blessed->canonical;

  sub Save {
    my $message = pop;
    my %read = (%{ $message->valueof('//Save/student') // {} }, note => scalar $message->valueof('//Save/note'));
    return SOAP::Data->name(SaveResult => $json->encode(\%read));
  }

  sub Notify { return }
  sub Ping { return }
}

my $server = SOAP::Transport::HTTP::Daemon->new(LocalAddr => '127.0.0.1', LocalPort => $ARGV[0], ReuseAddr => 1);
$server->on_action(sub { })->dispatch_with({ 'urn:school' => 'School' })->handle;
