# The supervisor's second part: COMMAND, and its processes. It uses the variables of supervisor.pl.

# ---- COMMAND

sub start_command {
    # Beside others of a pipeline, which may be reading the terminal, it is taken only when COMMAND asks for it.
    take_terminal() unless grep { -p $_ || -S _ } *STDIN, *STDOUT, *STDERR;

    pipe my $from, my $to or die "pipe: $!\n";    # closed by exec, as all but the standard three
    POSIX::sigprocmask(POSIX::SIG_SETMASK, $everything);
    my $pid = fork;
    if (defined $pid && $pid == 0) {
        @SIG{ keys %on } = ('DEFAULT') x keys %on;
        POSIX::sigprocmask(POSIX::SIG_SETMASK, $nothing);
        POSIX::close($_) for @closed;
        hold($from, $to) if defined $holds;
        { no warnings 'exec'; exec { $command[0] } @command; }
        syswrite $to, 0 + $!;
        POSIX::_exit(127);
    }
    my $why = $!;
    POSIX::sigprocmask(POSIX::SIG_SETMASK, $nothing);
    $started = 1;
    if (!defined $pid) {
        tell_jvm('failed', 126, encode("$why"));
        return;
    }
    ($child, $exec_status) = ($pid, $from);
    open STDOUT, '>', '/dev/null' if defined $holds;    # whoever reads sees the end as soon as the lock's holder has ended
    signal_group($_) for splice @early;
}

# COMMAND of `lockkeeper hold`, which is no program: says the token, and ends when standard input does, or by a signal only.
# It must not keep the ends of pipes by which others see that the supervisor has ended.
sub hold {
    close $_ for grep { $_ } @_, $from_jvm, $to_jvm, $from_front, $guard, $terminal;
    $0 = 'lockkeeper: hold';
    $SIG{PIPE} = 'IGNORE';
    $SIG{QUIT} = sub { POSIX::_exit(128 + POSIX::SIGQUIT()) } if $on{QUIT};    # without a core file
    my $line = "$ENV{LOCKKEEPER_TOKEN}\n";
    while (length $line) {
        my $written = POSIX::write(1, $line, length $line);
        if (defined $written) { substr $line, 0, $written, '' }
        else { await_descriptor(1) or fail("the token cannot be printed: $!") }
    }
    sleep while $holds eq 'signal';
    while (1) {
        my $read = POSIX::read(0, my $ignored, 65536);
        POSIX::_exit(0) if defined $read && $read == 0;
        defined $read or await_descriptor(0) or fail("standard input cannot be read: $!");
    }
}

# After a failure that may be over: a signal, or one that others set to non-blocking.
sub await_descriptor {
    my ($number) = @_;
    return 1 if $! == EINTR;
    return 0 unless $! == EAGAIN;
    my $wanted = '';
    vec($wanted, $number, 1) = 1;
    if ($number) { select undef, $wanted, undef, undef }
    else { select $wanted, undef, undef, undef }
    return 1;
}

sub read_exec_status {
    my $read = sysread $exec_status, my $errno, 16;
    return if !defined $read && $! == EINTR;
    undef $exec_status;
    return unless $read;
    waitpid $child, 0;
    undef $child;
    give_terminal_back();
    $! = $errno;
    tell_jvm('failed', $errno == ENOENT ? 127 : 126, encode("$!"));
}

# Also what the supervisor has adopted.
sub reap {
    my ($pid, $status);
    while (($pid = waitpid -1, WNOHANG) > 0) {
        $status = $? if $child && $pid == $child;
        instead_has_ended($?) if $instead_pid && $pid == $instead_pid;
    }
    return unless defined $status;
    read_exec_status() while $child && $exec_status;
    return unless $child;
    undef $child;
    give_terminal_back();
    if ($status & 127) { tell_jvm('signalled', $status & 127) }
    else { tell_jvm('exited', $own_code = $status >> 8) }
}

# ---- The group

# Has the kernel show everyone who uses a lock folder that the group is not gone: a byte is locked as long as this process
# lives, as struct flock of this system says it. Where the layout is another, the byte is not locked, which the JVM sees.
sub guard {
    my ($file, $offset) = @_;
    my $lock = eval {
        $^O eq 'linux'
            ? pack 's s x![q] q q l x![q]', F_WRLCK, SEEK_SET, $offset, 1, 0
            : pack 'q q l s s l', $offset, 1, 0, F_WRLCK, SEEK_SET, 0;
    };
    my $locked = $lock && open($guard, '+<', $file) && fcntl $guard, F_SETLK, $lock;
    tell_jvm($locked ? 'guarded' : 'unguarded');
}

# COMMAND itself is reached even if it has left the group (setsid).
# IGNORE for the moment: what the supervisor sees by its handlers was sent by others.
sub signal_group {
    my ($name, @strays) = @_;
    my @strayed = grep { getpgrp($_) != $group } $child // ();
    local $SIG{$name} = 'IGNORE' unless $name eq 'KILL';
    kill $name, -$group, @strayed, @strays;
}

# The descendants of COMMAND that have left its group: a `timeout`, what was started by setsid, another `lockkeeper run`.
sub strays {
    my $all = shift // processes() // return;
    return grep { $all->{$_}{group} != $group } descendants($$, $all);
}

# TERM now, or what is to be run instead; KILL when the grace ends, and before the lease does.
sub end_group {
    my @why = @_;
    return if defined $kill_at;
    leave() unless $started;
    $kill_at = now() + $grace;
    $kill_at = $deadline - MARGIN if $mode eq 'kill' && defined $deadline && $deadline - MARGIN < $kill_at;
    tell_jvm('ending', @why);      # before COMMAND's own end can be told
    if (defined $instead && $child && run_instead()) { signal_all('CONT') }
    else { signal_all('TERM', 'CONT') }    # a stopped process would not see TERM
}

# The group at once: to find the others takes a look at all processes.
sub signal_all {
    my @names = @_;
    signal_group($_) for @names;
    my @strays = strays();
    kill $_, @strays for @names;
}

# COMMAND's own input is COMMAND's. False if nothing could be started.
sub run_instead {
    POSIX::sigprocmask(POSIX::SIG_SETMASK, $everything);
    my $pid = fork;
    if (defined $pid && $pid == 0) {
        @SIG{ keys %on } = ('DEFAULT') x keys %on;
        POSIX::sigprocmask(POSIX::SIG_SETMASK, $nothing);
        POSIX::close($_) for 0, @closed;
        POSIX::open('/dev/null');    # gets 0
        $ENV{LOCKKEEPER_PID} = $child;
        { no warnings 'exec'; exec '/bin/sh', '-c', '--', $instead; }
        POSIX::_exit(127);
    }
    POSIX::sigprocmask(POSIX::SIG_SETMASK, $nothing);
    $instead_pid = $pid;
    return defined $pid;
}

sub instead_has_ended {
    my ($status) = @_;
    undef $instead_pid;
    return if !$status || $killed;
    my $how = $status & 127 ? 'was ended by signal ' . ($status & 127) : 'failed with exit code ' . ($status >> 8);
    signal_all('TERM', 'CONT');
    report("lockkeeper: the command of --on-lost $how, so " . ($child ? 'COMMAND gets TERM' : "COMMAND's children get TERM"));
}

# The supervisor leaves the group first: it sees the group end, and its byte stays locked until then.
sub kill_group {
    give_terminal_back() unless $killed;
    leave_group() unless $killed;
    if (getpgrp != $group) {
        signal_group('KILL');
        kill KILL => strays();
    } else {
        signal_group('KILL', strays());    # which ends this process, too
    }
    $killed = 1;
    $kill_at = now() + 1000;    # again, should anyone be left
}

# Into the front's group, or, where that is gone (a killed front was alone in it), into one that a child makes and leaves to us.
# If there can be no child, KILL takes the supervisor too. Nothing here waits: KILL is due.
sub leave_group {
    return if setpgrp 0, $outer;
    pipe my $end, my $hold or return;
    my $founder = fork;
    return unless defined $founder;
    if (!$founder) {
        close $hold;
        sysread $end, my $nothing, 1;
        POSIX::_exit(0);
    }
    setpgrp $founder, $founder;
    setpgrp 0, $founder;
    kill KILL => $founder;
}

sub leave_when_alone {
    my $before = now();
    # While COMMAND lives there is no need to look: a look on a busy machine could delay KILL.
    if (!$child) {
        my $all = processes();
        my @strays = $all ? strays($all) : ();
        kill KILL => @strays if $killed && @strays;
        leave() if $all && !@strays && !grep { $_ != $$ } members_of($group, $all);
    }
    my $took = now() - $before;
    $look_at = now() + ($took * 10 > LOOK ? $took * 10 : LOOK);
}

sub leave {
    give_terminal_back();
    tell_jvm('left');
    POSIX::_exit(!$begun ? NEVER_BEGAN : $insisted > 2 ? INSISTED : $restart ? next_round() : 0);
}

# What the JVM's 76 would mean: COMMAND's own, or that the lock was lost.
sub next_round {
    return 0 if ($own_code // 0) == LOST && !defined $kill_at;
    return $asked_to_end ? 128 + $asked_to_end : AGAIN;
}
