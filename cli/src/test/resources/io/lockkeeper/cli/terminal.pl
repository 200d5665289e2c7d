# A terminal for tests: runs PROGRAM ARG... as the foreground of a new pseudo-terminal. What arrives on standard
# input is typed there, what appears there goes to standard output. Ends with PROGRAM's exit code. Linux only.
use strict;
use warnings;
use POSIX ();

use constant { TIOCSPTLCK => 0x40045431, TIOCGPTN => 0x80045430, TIOCSCTTY => 0x540E };

open my $master, '+<', '/dev/ptmx' or die "ptmx: $!\n";
my $unlocked = pack 'i', 0;
ioctl $master, TIOCSPTLCK, $unlocked or die "unlock: $!\n";
my $number = pack 'i', 0;
ioctl $master, TIOCGPTN, $number or die "number: $!\n";
my $path = '/dev/pts/' . unpack 'i', $number;

my $pid = fork // die "fork: $!\n";
if ($pid == 0) {
    POSIX::setsid();
    open my $terminal, '+<', $path or die "$path: $!\n";
    ioctl $terminal, TIOCSCTTY, 0 or die "controlling terminal: $!\n";
    POSIX::dup2(fileno $terminal, $_) for 0 .. 2;
    $SIG{$_} = 'DEFAULT' for qw(HUP INT QUIT);    # a test run in the background ignores them
    exec { $ARGV[0] } @ARGV or POSIX::_exit(127);
}

alarm 60;    # a test that waits in vain fails
my $typing = 1;
while (1) {
    my $ready = '';
    vec($ready, fileno $master, 1) = 1;
    vec($ready, 0, 1) = 1 if $typing;
    select $ready, undef, undef, undef;
    if ($typing && vec $ready, 0, 1) {
        $typing = sysread STDIN, my $typed, 4096;
        syswrite $master, $typed if $typing;
    }
    if (vec $ready, fileno $master, 1) {
        last unless sysread $master, my $shown, 4096;    # nobody has the terminal open any more
        syswrite STDOUT, $shown;
    }
}
waitpid $pid, 0;
exit($? & 127 ? 128 + ($? & 127) : $? >> 8);
