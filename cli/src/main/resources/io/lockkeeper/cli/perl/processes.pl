# Processes and their groups. The supervisor uses it, and so do the front, when it has lost the supervisor, and the JVM, when
# it has lost both. Zombies, which nobody may ever collect, do not live. A list without this process is none.

# All living processes, each with its parent and group, and with its start where /proc tells; undefined if that could not be found out.
sub processes { return -r '/proc/self/stat' ? processes_in_proc() : processes_in_ps() }

# The living processes of a group; undefined if that could not be found out.
sub members {
    my ($wanted, $look) = (@_, \&processes);
    # ESRCH, not even a zombie. By number: to load Errno takes descriptors, of which there may be none left.
    return [] if !kill(0, -$wanted) && $! == 3;
    my $all = $look->() or return;
    return [members_of($wanted, $all)];
}

sub members_of {
    my ($wanted, $all) = @_;
    return grep { $all->{$_}{group} == $wanted } keys %$all;
}

# The descendants of a process, without some and theirs.
sub descendants {
    my ($ancestor, $all, @others) = @_;
    my %not = map { $_ => 1 } @others;
    my %children;
    push @{ $children{ $all->{$_}{parent} } }, $_ for keys %$all;
    my @found;
    my @next = @{ $children{$ancestor} // [] };
    while (defined(my $pid = shift @next)) {
        next if $not{$pid};
        push @found, $pid;
        push @next, @{ $children{$pid} // [] };
    }
    return @found;
}

sub processes_in_proc {
    my %found;
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
        my ($state, $parent, $group, $threads, $start) =
            (split ' ', substr $stat, rindex($stat, ')') + 1)[0, 1, 2, 17, 19];
        # A zombie with threads is a process whose first thread has ended.
        $found{$pid} = { parent => $parent, group => $group, start => $start } if $state !~ /[ZX]/ || $threads > 1;
    }
    return $found{$$} ? \%found : undef;
}

sub processes_in_ps {
    my %found;
    # One option a column: the BSDs and POSIX take all that follows the first `=` for that column's title.
    my $ps = open my $rows, '-|', qw(ps -A -o pid= -o ppid= -o pgid= -o stat=) or return;
    while (my $row = <$rows>) {
        my ($pid, $parent, $group, $state) = split ' ', $row;
        $found{$pid} = { parent => $parent, group => $group } if ($state !~ /^Z/ || $state =~ /l/) && $pid != $ps;
    }
    return close($rows) && $found{$$} ? \%found : undef;
}
