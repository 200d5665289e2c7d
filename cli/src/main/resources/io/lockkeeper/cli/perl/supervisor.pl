# The supervisor of `lockkeeper run`: starts COMMAND under a lock, and ends it with its children when the lock
# is lost, even if the JVM that holds the lock, or the front, has been killed or paused.
#
# What it says:   hello GROUP FRONT | guarded | unguarded | ping T0 | late | failed 126|127 WHY | ending [front] | exited CODE |
#                 signalled NUMBER | signal NAME NUMBER | left
# What it hears:  begun | print TEXT | guard FILE OFFSET | env NAME=VALUE | shell TEXT | hold input|signal | instead TEXT | restart
#                 | run GRACE kill|warn INTERVAL | alive T0 REMAINING|- | signal NAME | lose | bye; from the front, signal NAME NUMBER
# Times are milliseconds. Text is percent-encoded. The end of the JVM's stream is its death, and so is that of the front's.
# What is no such line is what a JVM itself has to say, and goes to standard error.
#
# The deadline. T0 is this process's clock, and the JVM looks at what remains of its lease after T0 was taken.
# So T0 + REMAINING is never later than the lease's end, however long the answer took. A late answer says
# too little, never too much: therefore an answer raises the deadline and never lowers it, except for a REMAINING
# of 0, which means that the lock is lost. The first answer after `run` decides whether COMMAND is started.
#
# The process group. COMMAND runs in the supervisor's own group, so that the group exists, and has a number that can be
# written down, before there is a lock. While the group is being ended the supervisor stays until all others
# are gone: a group with a live process in it may still be doing what the lock protects. So may processes that have
# left it: where the kernel lets the supervisor adopt orphans, all descendants of COMMAND are found below it.
#
# Signals. The front passes on what it gets, unless COMMAND has had it already: who signals all processes, as systemd
# does, or the whole group, has signalled the supervisor too.
#
# This is the first of four files that perl reads as one: what is said and heard, and the deadline. `command.pl` starts and
# ends processes, `processes.pl` finds them, `terminal.pl` shares the terminal with them.
use strict;
use warnings;
use Errno qw(EAGAIN EINTR ENOENT ESRCH);
use Fcntl qw(F_SETLK F_WRLCK SEEK_SET);
use POSIX qw(WNOHANG SIGTTOU);

# KILL is sent so long before the deadline: the time that a busy machine may take to run us and to carry it out.
use constant MARGIN => 200;
# How often a command that was stopped by the terminal is told to go on, or the terminal asked whether it may.
use constant GO_ON => 250;
# The group is looked at this often while it is being ended, or less often where a look is slow.
use constant LOOK => 20;
# Who signals all processes signals the front and the supervisor so soon after one another.
use constant TOGETHER => 50;

# Linux's monotonic clock stops while the machine sleeps; this one goes on, as the monotonic clock does elsewhere.
use constant { CLOCK_BOOTTIME => 7, CLOCK_MONOTONIC => 1 };
my $clock = clock();

my ($jvm, $front_pid, $outer, $group);         # processes, and the process groups of the front and of COMMAND
my ($from_jvm, $to_jvm, $from_front);
my (@command, @closed);                        # what to run, and without which descriptors
my $holds;                                     # instead of that, until what `lockkeeper hold` lasts

# Handlers, not IGNORE: exec turns a handler into the default action, so COMMAND starts as it would without us.
# What was ignored before us (nohup) stays ignored.
my ($stop, $go_on_at, %typed, %seen, %relay) = ('', 0);
my %on = (
    (map { my $name = $_; $name => sub { $typed{$name} = 1; $seen{$name} = now() } } qw(INT QUIT)),
    (map { my $name = $_; $name => sub { ($stop, $go_on_at) = ($name, 0) } } qw(TSTP TTIN TTOU)),
    (map { my $name = $_; $name => sub { $seen{$name} = now() } } qw(HUP TERM USR1 USR2)),
    (map { $_ => sub { } } qw(PIPE ALRM VTALRM PROF CHLD)),
);
my ($nothing, $everything) = (POSIX::SigSet->new, POSIX::SigSet->new);
$everything->fillset;

my ($terminal, $terminal_taken);

my ($begun, $grace, $mode, $interval);         # has the JVM begun; the rest from `run`, undefined before it
my ($deadline, $next_ping, $asked);            # of the lease, by $clock; undefined where there is none; is a ping unanswered?
my ($child, $started, $exec_status);           # COMMAND's pid while it lives; has it been forked; the pipe that tells exec's errno
my @early;                                     # signals that came before COMMAND was there
my ($kill_at, $killed);                        # defined once the group is being ended
my ($restart, $asked_to_end, $own_code);       # for --restart: is there another round, the signal that forbids it, COMMAND's exit code
my ($instead, $instead_pid);                   # what the shell runs then instead of TERM, and its pid while it lives
my $look_at = 0;
my $insisted = 0;                              # how many signals were left to the JVM
my $guard;                                     # open while this process lives: to close it would free its byte
my %heard = (jvm => '', front => '');

# Never returns. The process is the front's child; what it is given is described above.
sub supervise {
    my ($given) = @_;
    ($jvm, $outer, $from_jvm, $to_jvm, $from_front) = @$given{qw(jvm outer hears says front)};
    @command = @{ $given->{command} };
    @closed = @{ $given->{closed} };
    $0 = 'lockkeeper: supervisor';
    $front_pid = getppid;
    setpgrp 0, 0;
    $group = getpgrp;
    delete @on{ grep { ($SIG{$_} // '') eq 'IGNORE' } keys %on };
    @SIG{ keys %on } = values %on;
    POSIX::sigprocmask(POSIX::SIG_SETMASK, $nothing);
    adopt_orphans();
    undef $terminal unless open $terminal, '+<', '/dev/tty';
    tell_jvm('hello', $group, $front_pid);
    while (1) {
        reap();
        go_on() if $stop && now() >= $go_on_at;
        relay_typed() if %typed;
        relay_due() if %relay;
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
}

sub now { return $clock->() }

# Debian's smallest perl has no Time::HiRes, so the kernel is asked itself, where its numbers are known.
sub clock {
    my (undef, $clock_gettime) = calls();
    my $time = pack 'l!2', 0, 0;
    # Some sandboxes know the second only.
    for my $id (defined $clock_gettime ? (CLOCK_BOOTTIME, CLOCK_MONOTONIC) : ()) {
        my $of_kernel = sub {
            syscall($clock_gettime, $id, $time) == 0 or die "clock_gettime: $!\n";
            my ($seconds, $nanos) = unpack 'l!2', $time;
            return $seconds * 1000 + int($nanos / 1_000_000);
        };
        return $of_kernel if eval { $of_kernel->() };
    }
    require Time::HiRes;
    my $id = eval { Time::HiRes::CLOCK_BOOTTIME() } // Time::HiRes::CLOCK_MONOTONIC();
    return sub { int(1000 * Time::HiRes::clock_gettime($id)) };
}

# ---- Talking

sub tell_jvm {
    my $line = join(' ', @_) . "\n";
    while ($to_jvm && length $line) {
        my $written = syswrite $to_jvm, $line;
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
    my @due = values %relay;
    if (defined $kill_at) {
        push @due, $look_at, $killed ? () : $kill_at;
    } elsif (defined $grace) {
        push @due, $asked ? now() + $interval : $next_ping, deadline_acts() // ();
    }
    push @due, $go_on_at if $stop;
    my ($first) = sort { $a <=> $b } @due;
    my $wait = defined $first ? ($first > now() ? ($first - now()) / 1000 : 0) : undef;

    my $ready = '';
    vec($ready, fileno $_, 1) = 1 for grep { $_ } $from_jvm, $from_front, $exec_status;
    return if select($ready, undef, undef, $wait) <= 0;
    read_exec_status() if $exec_status && vec($ready, fileno $exec_status, 1);
    if ($from_front && vec($ready, fileno $from_front, 1)) {
        read_lines($from_front, 'front', \&obey_front) or undef $from_front, end_group('front');
    }
    if ($from_jvm && vec($ready, fileno $from_jvm, 1)) {
        read_lines($from_jvm, 'jvm', \&obey) or undef $from_jvm, end_group();
    }
}

# False at the end of the stream.
sub read_lines {
    my ($stream, $who, $obey) = @_;
    my $read = sysread $stream, $heard{$who}, 65536, length $heard{$who};
    return !defined $read && $! == EINTR unless $read;
    $obey->($1) while $heard{$who} =~ s/\A([^\n]*)\n//;
    return 1;
}

sub obey {
    my ($line) = @_;
    my ($verb, $rest) = split / /, $line, 2;
    $verb //= '';
    if ($verb eq 'begun') {
        $begun = 1;
    } elsif ($verb eq 'guard') {
        my ($file, $offset) = split / /, $rest;
        guard(decode($file), $offset);
    } elsif ($verb eq 'env') {
        my ($name, $value) = split /=/, decode($rest), 2;
        $ENV{$name} = $value;
    } elsif ($verb eq 'shell') {
        @command = ('/bin/sh', '-c', '--', decode($rest));
    } elsif ($verb eq 'instead') {
        $instead = decode($rest);
    } elsif ($verb eq 'restart') {
        $restart = 1;
    } elsif ($verb eq 'hold') {
        $holds = $rest;
    } elsif ($verb eq 'print') {
        print STDOUT decode($rest);
    } elsif ($verb eq 'run') {
        ($grace, $mode, $interval) = split / /, $rest;
        ping();
    } elsif ($verb eq 'alive') {
        alive(split / /, $rest);
    } elsif ($verb eq 'signal') {
        # It is COMMAND's, which may go on after it.
        $asked_to_end = 0 unless defined $kill_at || $rest =~ /INT|QUIT|TERM/;
        if ($started) { signal_group($rest) }
        else { push @early, $rest }
    } elsif ($verb eq 'lose' || $verb eq 'bye' && $child) {
        end_group();
    } elsif ($verb eq 'bye') {
        leave() unless defined $kill_at;
    } else {
        report($line);
    }
}

# A line on standard error, if there is room for it: whoever reads that may be slow, and KILL is not to wait.
sub report {
    my $text = substr("$_[0]", 0, 500) . "\n";
    my $ready = '';
    vec($ready, 2, 1) = 1;
    POSIX::write(2, $text, length $text) if select(undef, $ready, undef, 0) > 0;
}

# What a signal means before COMMAND is there, and after it, is for the JVM to say.
sub obey_front {
    my (undef, $name, $number) = split / /, $_[0];
    # While COMMAND works, the others may mean something to it.
    $asked_to_end = $number if !$child || defined $kill_at || $name =~ /INT|QUIT|TERM/;
    if ($child) {
        delete $seen{$name} if defined $seen{$name} && now() - $seen{$name} > 4 * TOGETHER;
        $relay{$name} //= now() + TOGETHER;
        return;
    }
    tell_jvm('signal', $name, $number);
    # The first asks, the second insists; the JVM sees to both, unless it can't.
    kill KILL => $jvm if ++$insisted > 2;
}

sub relay_due {
    for my $name (grep { $relay{$_} <= now() || defined $seen{$_} } keys %relay) {
        delete $relay{$name};
        my $seen = delete $seen{$name};
        signal_group($name) unless defined $seen;
    }
}

sub decode { return $_[0] =~ s/%([0-9A-F]{2})/chr hex $1/ger }

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
