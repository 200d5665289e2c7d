# The living processes of a group; undefined if that could not be found out. The supervisor uses it, and so does the JVM
# when it has lost the supervisor. Zombies, which nobody may ever collect, do not live.

sub members {
    return -r '/proc/self/stat' ? members_in_proc(@_) : members_in_ps(@_);
}

sub members_in_proc {
    my ($wanted) = @_;
    my @found;
    opendir my $proc, '/proc' or return;
    local $/;
    for my $pid (grep { /\A[0-9]+\z/ } readdir $proc) {
        open my $file, '<', "/proc/$pid/stat" or next;    # ended since
        my $stat = <$file> // next;
        my ($state, $its_group, $threads) = (split ' ', substr $stat, rindex($stat, ')') + 1)[0, 2, 17];
        # A zombie with threads is a process whose first thread has ended.
        push @found, $pid if $its_group == $wanted && ($state !~ /[ZX]/ || $threads > 1);
    }
    return \@found;
}

sub members_in_ps {
    my ($wanted) = @_;
    my @found;
    my $ps = open my $rows, '-|', 'ps', '-A', '-o', 'pid=,pgid=,stat=' or return;
    while (my $row = <$rows>) {
        my ($pid, $its_group, $state) = split ' ', $row;
        push @found, $pid if $its_group == $wanted && ($state !~ /^Z/ || $state =~ /l/) && $pid != $ps;
    }
    return close $rows ? \@found : undef;
}
