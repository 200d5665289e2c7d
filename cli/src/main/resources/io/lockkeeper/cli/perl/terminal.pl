# The supervisor's third part: the terminal that COMMAND shares with us. It uses the variables of supervisor.pl.

# Makes the group the terminal's foreground, if the front's was: a job that the user put into the background stays there.
sub take_terminal {
    return 0 unless $terminal;
    my $foreground = POSIX::tcgetpgrp(fileno $terminal);
    return 1 if $foreground == $group;
    return 0 if $foreground != $outer;
    $terminal_taken = set_foreground($group);
    return $terminal_taken;
}

sub give_terminal_back {
    return unless $terminal_taken;
    relay_typed();    # what may just have ended COMMAND
    $terminal_taken = 0;
    # If someone else has it by now, such as the shell after the front's death, it is theirs.
    my $foreground = POSIX::tcgetpgrp(fileno $terminal);
    set_foreground($outer) if $foreground == $group || !kill(0, -$foreground) && $! == ESRCH;
}

sub set_foreground {
    my ($its_group) = @_;
    my $ttou = POSIX::SigSet->new(SIGTTOU);    # asked for from the background, it would stop us
    my $before = POSIX::SigSet->new;
    POSIX::sigprocmask(POSIX::SIG_BLOCK, $ttou, $before);
    my $done = POSIX::tcsetpgrp(fileno $terminal, $its_group);
    POSIX::sigprocmask(POSIX::SIG_SETMASK, $before);
    return $done ? 1 : 0;
}

# A held lock cannot be suspended: Ctrl-Z is answered at once. A command that was stopped because it used the terminal
# from the background goes on as soon as it can have the terminal; before, it would only be stopped again. The terminal
# stops whole groups, so the supervisor's handlers see it. What is said twice is for programs that tidy up the screen and
# stop themselves then. STOP, or a TSTP that is not the terminal's, was meant by whoever sent it.
sub go_on {
    $go_on_at = now() + GO_ON;
    return if $stop =~ /TT/ && !take_terminal();
    $stop = $stop eq 'AGAIN' ? '' : 'AGAIN';
    signal_group('CONT');
}

# Ctrl-C and Ctrl-\ reach the foreground group only. A script that called `lockkeeper run` expects them too. The front
# does not: it passes on what it gets, and COMMAND has had this one.
sub relay_typed {
    my @names = keys %typed;
    %typed = ();
    return unless $terminal_taken;
    $asked_to_end = POSIX->can("SIG$names[-1]")->() if @names;
    my @others = grep { $_ != $jvm && $_ != $front_pid } @{ members($outer) // [] };
    kill $_, @others for @names;
}
