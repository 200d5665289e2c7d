# The supervisor of `lockkeeper run`: starts COMMAND under a lock, and ends it with its children when the lock
# is lost, even if the JVM that holds the lock has been killed or paused.
#
# Arguments: SOCKET -- COMMAND ARG...   SOCKET is a Unix domain socket on which the JVM listens.
# What it says:   hello GROUP | guarded | unguarded | ping T0 | late | failed 126|127 WHY | ending | exited CODE | signalled NUMBER
# What it hears:  guard FILE OFFSET | env NAME=VALUE | run GRACE kill|warn INTERVAL | alive T0 REMAINING|- | signal NAME | lose | bye
# Times are milliseconds. Text is percent-encoded. The end of the stream is the JVM's death.
#
# The deadline. T0 is this process's clock, and the JVM looks at what remains of its lease after T0 was taken.
# So T0 + REMAINING is never later than the lease's end, however long the answer took. A late answer says
# too little, never too much: therefore an answer raises the deadline and never lowers it, except for a REMAINING
# of 0, which means that the lock is lost. The first answer after `run` decides whether COMMAND is started.
#
# The process group. COMMAND runs in the supervisor's own group, so that the group exists, and has a number that can be
# written down, before there is a lock. While the group is being ended the supervisor stays until all others
# are gone: a group with a live process in it may still be doing what the lock protects.
#
# This is the first of four files that perl reads as one: what is said and heard, and the deadline. `group.pl` starts and
# ends processes, `members.pl` finds them, `terminal.pl` shares the terminal with them.
use strict;
use warnings;
use Errno qw(EINTR ENOENT ESRCH);
use Fcntl qw(F_SETLK F_WRLCK SEEK_SET);
use POSIX qw(WNOHANG SIGTTOU);
use Socket qw(AF_UNIX SOCK_STREAM pack_sockaddr_un);
use Time::HiRes qw(clock_gettime CLOCK_MONOTONIC);

# KILL is sent so long before the deadline: the time that a busy machine may take to run us and to carry it out.
use constant MARGIN => 200;
# How often a command that was stopped by the terminal is told to go on, or the terminal asked whether it may.
use constant GO_ON => 250;
# The group is looked at this often while it is being ended, or less often where a look is slow.
use constant LOOK => 20;

# Linux's monotonic clock stops while the machine sleeps; this one goes on, as the monotonic clock does elsewhere.
my $CLOCK = eval { Time::HiRes::CLOCK_BOOTTIME() } // CLOCK_MONOTONIC;

my ($path, undef, @command) = @ARGV;
$0 = 'lockkeeper: supervisor';

my $jvm = getppid;
my $outer = getpgrp;    # the JVM's group
setpgrp 0, 0;
my $group = getpgrp;

# Handlers, not IGNORE: exec turns a handler into the default action, so COMMAND starts as it would without us.
# What was ignored before us (nohup) stays ignored.
my ($stop, $go_on_at, %typed) = ('', 0);
my %on = (
    (map { my $name = $_; $name => sub { $typed{$name} = 1 } } qw(INT QUIT)),
    (map { my $name = $_; $name => sub { ($stop, $go_on_at) = ($name, 0) } } qw(TSTP TTIN TTOU)),
    (map { $_ => sub { } } qw(HUP TERM USR1 USR2 PIPE ALRM VTALRM PROF CHLD)),
);
delete @on{ grep { ($SIG{$_} // '') eq 'IGNORE' } keys %on };
@SIG{ keys %on } = values %on;
my ($nothing, $everything) = (POSIX::SigSet->new, POSIX::SigSet->new);
$everything->fillset;
POSIX::sigprocmask(POSIX::SIG_SETMASK, $nothing);

# The JVM sets this so that perl does not complain about a locale on COMMAND's stderr.
delete $ENV{PERL_BADLANG};

my ($terminal, $terminal_taken);
undef $terminal unless open $terminal, '+<', '/dev/tty';

my ($grace, $mode, $interval);         # from `run`; undefined before it
my ($deadline, $next_ping, $asked);    # of the lease, by $CLOCK; undefined where there is none; is a ping unanswered?
my ($child, $started, $exec_status);   # COMMAND's pid while it lives; has it been forked; the pipe that tells exec's errno
my @early;                             # signals that came before COMMAND was there
my ($kill_at, $killed);                # defined once the group is being ended
my $look_at = 0;
my $guard;                             # open while this process lives: to close it would free its byte

socket my $socket, AF_UNIX, SOCK_STREAM, 0 or die "socket: $!\n";
connect $socket, pack_sockaddr_un($path) or die "connect to $path: $!\n";
tell_jvm('hello', $group);

my $input = '';
while (1) {
    reap();
    go_on() if $stop && now() >= $go_on_at;
    relay_typed() if %typed;
    my $now = now();
    if (defined $kill_at) {
        kill_group() if $now >= $kill_at;
        leave_when_alone() if $now >= $look_at;
    } elsif (defined $grace) {
        end_group() if deadline_near($now);
        ping() if !$asked && $now >= $next_ping;
    }
    await_input();
}

sub now { return int(1000 * clock_gettime($CLOCK)) }

# ---- Talking

sub tell_jvm {
    my $line = join(' ', @_) . "\n";
    while ($socket && length $line) {
        my $written = syswrite $socket, $line;
        if (defined $written) { substr $line, 0, $written, '' }
        elsif ($! != EINTR) { return }    # the JVM is gone: reading says so
    }
}

sub ping {
    ($asked, $next_ping) = (1, now() + $interval);
    tell_jvm('ping', now());
}

# Sleeps until something is heard, a signal comes, or something is due. A signal that comes between the last look
# and the sleep does not wake it; what it said is then seen at the next ping.
sub await_input {
    my @due;
    if (defined $kill_at) {
        @due = ($look_at, $killed ? () : $kill_at);
    } elsif (defined $grace) {
        @due = ($asked ? now() + $interval : $next_ping, deadline_acts() // ());
    }
    push @due, $go_on_at if $stop;
    my ($first) = sort { $a <=> $b } @due;
    my $wait = defined $first ? ($first > now() ? ($first - now()) / 1000 : 0) : undef;

    my $ready = '';
    vec($ready, fileno $_, 1) = 1 for grep { $_ } $socket, $exec_status;
    return if select($ready, undef, undef, $wait) <= 0;
    read_exec_status() if $exec_status && vec($ready, fileno $exec_status, 1);
    read_lines() if $socket && vec($ready, fileno $socket, 1);
}

sub read_lines {
    my $read = sysread $socket, $input, 65536, length $input;
    if (!$read) {
        return if !defined $read && $! == EINTR;
        undef $socket;
        end_group();
        return;
    }
    obey(split / /, $1, 2) while $input =~ s/\A([^\n]*)\n//;
}

sub obey {
    my ($verb, $rest) = @_;
    if ($verb eq 'guard') {
        my ($file, $offset) = split / /, $rest;
        guard(decode($file), $offset);
    } elsif ($verb eq 'env') {
        my ($name, $value) = split /=/, decode($rest), 2;
        $ENV{$name} = $value;
    } elsif ($verb eq 'run') {
        ($grace, $mode, $interval) = split / /, $rest;
        ping();
    } elsif ($verb eq 'alive') {
        alive(split / /, $rest);
    } elsif ($verb eq 'signal') {
        if ($started) { signal_group($rest) }
        else { push @early, $rest }
    } elsif ($verb eq 'lose' || $verb eq 'bye' && $child) {
        end_group();
    } elsif ($verb eq 'bye') {
        leave() unless defined $kill_at;
    } else {
        die "the JVM said '$verb'\n";
    }
}

sub decode { return $_[0] =~ s/%([0-9A-F]{2})/chr hex $1/ger }
sub encode { return $_[0] =~ s/([^!-\$&-~])/sprintf '%%%02X', ord $1/ger }

# ---- The deadline

sub alive {
    my ($asked_at, $remaining) = @_;
    $asked = 0;
    my $lost = $remaining eq '0';
    if ($remaining ne '-' && !$lost) {
        my $end = $asked_at + $remaining;
        $deadline = $end if !defined $deadline || $end > $deadline;
    }
    if ($started) {
        end_group() if $lost && $mode eq 'kill';
    } elsif ($lost || deadline_near(now())) {
        tell_jvm('late');
        leave();
    } else {
        start_command();
    }
}

# When TERM has to be sent for the deadline's sake, so that the grace ends before it.
sub deadline_acts {
    return defined $deadline && $mode eq 'kill' ? $deadline - MARGIN - $grace : undef;
}

sub deadline_near {
    my ($now) = @_;
    my $acts = deadline_acts();
    return defined $acts && $now >= $acts;
}
