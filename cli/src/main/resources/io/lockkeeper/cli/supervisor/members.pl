# The living processes of a group; undefined if that could not be found out. The supervisor uses it, and so does the JVM
# when it has lost the supervisor. Zombies, which nobody may ever collect, do not live. A list without this process is none.

sub members {
    # ESRCH, not even a zombie. By number: to load Errno takes descriptors, of which there may be none left.
    return [] if !kill(0, -$_[0]) && $! == 3;
    return -r '/proc/self/stat' ? members_in_proc(@_) : members_in_ps(@_);
}

sub members_in_proc {
    my ($wanted) = @_;
    my ($complete, @found);
    # In a PID namespace without a /proc of its own, the numbers are those of another one.
    return if (readlink('/proc/self') // '') ne $$;
    opendir my $proc, '/proc' or return;
    local $/;
    for my $pid (grep { /\A[0-9]+\z/ } readdir $proc) {
        my $file;
        my $stat = open($file, '<', "/proc/$pid/stat") && <$file>;
        if (!$stat) {
            return if -r "/proc/$pid/stat";    # as when too many files are open
            next;                              # it has ended, or may not be seen
        }
        my ($state, $its_group, $threads) = (split ' ', substr $stat, rindex($stat, ')') + 1)[0, 2, 17];
        $complete ||= $pid == $$;
        # A zombie with threads is a process whose first thread has ended.
        push @found, $pid if $its_group == $wanted && ($state !~ /[ZX]/ || $threads > 1);
    }
    return $complete ? \@found : undef;
}

sub members_in_ps {
    my ($wanted) = @_;
    my ($complete, @found);
    # One option a column: the BSDs and POSIX take all that follows the first `=` for that column's title.
    my $ps = open my $rows, '-|', qw(ps -A -o pid= -o pgid= -o stat=) or return;
    while (my $row = <$rows>) {
        my ($pid, $its_group, $state) = split ' ', $row;
        $complete ||= $pid == $$;
        push @found, $pid if $its_group == $wanted && ($state !~ /^Z/ || $state =~ /l/) && $pid != $ps;
    }
    return close($rows) && $complete ? \@found : undef;
}
