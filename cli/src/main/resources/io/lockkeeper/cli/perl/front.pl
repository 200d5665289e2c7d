# The process that the user starts. For `lockkeeper run`, `elect` and `hold` it stays: the JVM and the supervisor of COMMAND are its children, so
# that COMMAND inherits words, environment and descriptors as they are, which a JVM or a shell would not pass on whole.
# For any other verb it becomes the JVM.
#
# The processes of a run, and what each does when another is gone or stopped:
#   front       passes signals on to the supervisor, and ends with the JVM's exit code. If the supervisor is killed, it ends
#               COMMAND.
#   JVM         has the lock. It hears the supervisor on its standard input, which ends when COMMAND and the supervisor are
#               gone, and says on its standard output what the supervisor is to do. If both others are killed, it ends
#               COMMAND.
#   supervisor  leads COMMAND's process group. It ends COMMAND when the lock is lost, when the JVM is killed or does not
#               answer until the deadline is near, and when the front is killed.
use strict;
use warnings;
use Errno qw(ENOENT);

# What these mean to a JVM is not for the user to ask: it would write the state of its threads among COMMAND's output.
use constant PASSED_ON => qw(HUP INT QUIT TERM USR1 USR2);

# Linux's numbers of prctl and clock_gettime, by machine: there is no other way to them from the perl that every Debian has.
my %CALLS = (x86_64 => [157, 228], aarch64 => [167, 113], riscv64 => [167, 113], loongarch64 => [167, 113], i686 => [172, 265],
    i386 => [172, 265], armv7l => [172, 263], armv6l => [172, 263], ppc64le => [171, 246], ppc64 => [171, 246],
    s390x => [172, 260]);
use constant PR_SET_CHILD_SUBREAPER => 36;

# An exit code of lockkeeper's own: a fault of it, or of the machine.
use constant SOFTWARE => 70;

# By what the supervisor ends if all went well; besides 0: the JVM never began, or was killed for a user who insisted.
# With --restart also: if the JVM ends with LOST now, the lock was lost and COMMAND is to be run again; or 128 and a number:
# not so, since that signal asked for the end.
use constant { NEVER_BEGAN => 3, INSISTED => 4, AGAIN => 5 };
use constant LOST => 76;

# Rounds of --restart begin so many seconds apart.
use constant APART => 1;

my %number;        # of signals by their names
my $alone = '';    # the last signal that came when there was no supervisor

# Standard descriptors that the caller closed. They are kept from being taken by something else, and closed for COMMAND.
my @standard = (*STDIN, *STDOUT, *STDERR);
my @closed;
for my $number (grep { was_closed($standard[$_]) } 0 .. 2) {
    push @closed, $number;
    no warnings 'io';
    close $standard[$number];
    open $standard[$number], '+<', '/dev/null';    # gets that number, the first that is free
}

# Where one of them was free, perl has a script or a module there that it has read: it does not close these three.
sub was_closed {
    my ($handle) = @_;
    my @is = stat $handle or return 1;
    for my $script ($0, __FILE__, values %INC) {
        my @script = stat $script or next;
        return 1 if "@is[0, 1]" eq "@script[0, 1]" && (sysseek($handle, 0, 1) // 0) > 0;
    }
    return 0;
}

# Does what the words in @ARGV ask for. Parts are files, the supervisor's.
sub front {
    my ($java, $jvm_words, $main, @parts) = @_;
    utf8::encode($_) for grep { utf8::is_utf8($_) } @ARGV;    # as PERL_UNICODE has them
    my ($end) = grep { $ARGV[$_] eq '--' } 0 .. $#ARGV;
    my @own = @ARGV[0 .. (defined $end ? $end : $#ARGV)];
    my @command = defined $end ? @ARGV[$end + 1 .. $#ARGV] : ();
    my ($supervised) = @own ? $own[0] =~ /\A(run|elect|hold)\z/ : ();
    undef $supervised if @own == 2 && $own[1] =~ /\A(?:--help|-h)\z/;
    # Of COMMAND the JVM needs the name only.
    my @words = map { encode($_) } ($supervised // '') =~ /\A(?:run|elect)\z/ ? (@own, map { as_text($_) } grep { defined } $command[0]) : @ARGV;
    # As the first process of a container, a JVM is ended by signals only if it handles them.
    my @line = ($java, $supervised || $$ != 1 ? '-Xrs' : (), @$jvm_words, '-Dlockkeeper.words=' . ($supervised ? 'supervised' : 'encoded'),
        '-Dlockkeeper.terminals=' . join '', grep { -t $standard[$_] } 0 .. 2);
    push @line, '-Dlockkeeper.closed=' . join '', @closed if @closed;
    push @line, '-Dlockkeeper.input=null' if $supervised && is_null(*STDIN);
    push @line, $main, @words;
    become_jvm(@line) unless $supervised;
    close_others() if $supervised eq 'hold';
    end_by_signals() if $$ == 1;
    for (my $round = 1; ; $round++) {
        my $code = round($round, \@line, \@command, @parts);
        exit $code if defined $code;
    }
}

# hold runs no program, and its input ends when nobody has the other end: not this process either, which inherits what its
# script has open.
sub close_others {
    require POSIX;
    opendir my $folder, -d '/proc/self/fd' ? '/proc/self/fd' : '/dev/fd' or return;
    my @numbers = grep { /\A[0-9]+\z/ && $_ > 2 } readdir $folder;
    closedir $folder;
    POSIX::close($_) for @numbers;
}

sub is_null {
    my ($handle) = @_;
    my @is = stat $handle or return 0;
    my @null = stat '/dev/null' or return 0;
    return -c _ && $is[6] == $null[6];
}

# The first process of a container is not ended by signals that it does not handle. All others end with it.
sub end_by_signals {
    require Config;
    @number{ split ' ', $Config::Config{sig_name} } = split ' ', $Config::Config{sig_num};
    for my $name (grep { ($SIG{$_} // '') ne 'IGNORE' } PASSED_ON) {
        $SIG{$name} = sub { require POSIX; POSIX::_exit(128 + $number{$name}) };
    }
}

# Starts JVM and supervisor, and waits for both. The exit code, or nothing if all is to be done again.
sub round {
    my ($round, $jvm_line, $command, @parts) = @_;
    my @line = @$jvm_line;
    splice @line, 1, 0, "-Dlockkeeper.round=$round" if $round > 1;
    my $mask = $round > 1 ? POSIX::SigSet->new : undef;
    # A signal is for the processes of this round as soon as there are any.
    POSIX::sigprocmask(POSIX::SIG_BLOCK(), POSIX::SigSet->new(map { $number{$_} } PASSED_ON), $mask) if $mask;
    return 128 + $number{$alone} if $alone;

    pipe my $jvm_hears, my $to_jvm or fail("pipe: $!");
    pipe my $from_jvm, my $jvm_says or fail("pipe: $!");
    my $jvm = fork() // fail("fork: $!");
    if (!$jvm) {
        open STDIN, '<&', $jvm_hears or fail($!);
        open STDOUT, '>&', $jvm_says or fail($!);
        @SIG{ PASSED_ON, 'TTOU' } = ('IGNORE') x 7;
        POSIX::sigprocmask(POSIX::SIG_SETMASK(), $mask) if $mask;
        become_jvm(@line);
    }
    close $_ for $jvm_hears, $jvm_says;

    # While the JVM starts.
    load(@parts) if $round == 1;
    my $began = now();
    pipe my $from_front, my $to_supervisor or fail("pipe: $!");
    binmode $_ for $to_jvm, $from_jvm, $from_front, $to_supervisor;    # PERL_UNICODE may have made them text
    my $outer = getpgrp;    # before the supervisor has a group of its own
    my $supervisor = fork();
    if (defined $supervisor && !$supervisor) {
        close $to_supervisor;
        eval { supervise({ jvm => $jvm, outer => $outer, hears => $from_jvm, says => $to_jvm, front => $from_front,
            command => $command, closed => \@closed }) };
        fail("the supervisor of COMMAND: $@");
    }
    if (!defined $supervisor) {
        my $why = "$!";
        kill KILL => $jvm;
        fail("fork: $why");
    }
    close $from_jvm;
    # Whoever reads the token sees the end when the lock's holder has ended, not when its release was answered.
    open STDOUT, '>', '/dev/null' if $ARGV[0] eq 'hold';
    setpgrp $supervisor, $supervisor;    # whoever is first
    my $code = accompany($jvm, $supervisor, $to_jvm, $to_supervisor, $from_front, $mask);
    while (!defined $code && !$alone && now() - $began < 1000 * APART) { select undef, undef, undef, APART / 4 }
    return $code;
}

# Waits for both, passes signals on, and returns the exit code, or nothing if there is to be another round.
sub accompany {
    my ($jvm, $supervisor, $to_jvm, $to_supervisor, $from_front, $mask) = @_;
    adopt_orphans();
    my ($insisted, $last) = (0, '');
    my $since = start_of($supervisor);
    require Config;
    @number{ split ' ', $Config::Config{sig_name} } = split ' ', $Config::Config{sig_num};
    for my $name (grep { ($SIG{$_} // '') ne 'IGNORE' } PASSED_ON) {
        $SIG{$name} = sub {
            $last = $name;
            $alone = $name unless $supervisor;
            if ($supervisor) { syswrite $to_supervisor, "signal $name $number{$name}\n" }
            # Nobody is left who could tell the JVM: the first asks for patience in vain, the second insists.
            elsif ($jvm && $insisted++) { kill KILL => $jvm }
        };
    }
    local $SIG{PIPE} = 'IGNORE';
    POSIX::sigprocmask(POSIX::SIG_SETMASK(), $mask) if $mask;
    my ($jvm_status, $supervisor_status);
    while ($jvm || $supervisor) {
        my $pid = waitpid -1, 0;
        last if $pid < 0;
        if ($jvm && $pid == $jvm) {
            ($jvm, $jvm_status) = (0, $?);
            # One that was stopped would never learn of it.
            kill CONT => $supervisor if $supervisor;
        } elsif ($supervisor && $pid == $supervisor) {
            $supervisor_status = $?;
            end_remains($supervisor, $jvm, $since) unless ends_well($supervisor_status);
            $supervisor = 0;
            $alone = $last if $last && is_ready($from_front);    # which it has not read
            close $to_jvm;
            kill CONT => $jvm if $jvm;    # a JVM that was stopped would keep the lock
        }
    }
    my $last_word = ($supervisor_status // 0) >> 8;
    return 128 + $number{$last} if $jvm_status & 127 && $last && ($insisted > 1 || $last_word == INSISTED);
    if ($last_word >= AGAIN && $jvm_status == LOST << 8) {
        return $last_word unless $last_word == AGAIN;
        return $alone ? 128 + $number{$alone} : undef;
    }
    my $never_began = $last_word == NEVER_BEGAN;
    if ($jvm_status & 127 || $never_began && $jvm_status >> 8 == 1) {
        warn 'lockkeeper: ' . ($never_began ? "Java could not be started\n"
            : 'its JVM was killed by signal ' . ($jvm_status & 127) . "\n");
        return SOFTWARE;
    }
    return $jvm_status >> 8;
}

sub ends_well {
    my ($status) = @_;
    my $code = $status >> 8;
    return !($status & 255) && ($code > 128 || grep { $code == $_ } 0, NEVER_BEGAN, INSISTED, AGAIN);
}

sub is_ready {
    my $ready = '';
    vec($ready, fileno $_[0], 1) = 1;
    return select($ready, undef, undef, 0) > 0;
}

# The supervisor was killed, and with it whoever ends COMMAND. What it had adopted is ours now. What was this process's child
# before, as the background jobs of a shell that became it by exec, is none of COMMAND's.
sub end_remains {
    my ($supervisor, $jvm, $since) = @_;
    while (1) {
        kill KILL => -$supervisor;
        my $all = processes();
        if ($all) {
            my @others = grep { $_ == $jvm || $all->{$_}{parent} == $$ && ($all->{$_}{start} // $since) < $since } keys %$all;
            my @left = (members_of($supervisor, $all), descendants($$, $all, @others));
            return unless @left;
            kill KILL => @left;
        }
        select undef, undef, undef, 0.01;
    }
}

# When a process began, in the kernel's ticks; 0 where that is not known.
sub start_of {
    my ($pid) = @_;
    open my $file, '<', "/proc/$pid/stat" or return 0;
    my $stat = <$file> // return 0;
    return (split ' ', substr $stat, rindex($stat, ')') + 1)[19];
}

# Has the kernel give us the children of those of our descendants that end, where it does so.
sub adopt_orphans {
    my ($prctl) = calls() or return;
    { no warnings; syscall $prctl, PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0; }
}

# The numbers for this machine, if they are known.
sub calls {
    return unless $^O eq 'linux';
    require POSIX;
    require Config;
    my $machine = (POSIX::uname())[4];
    $machine = { x86_64 => 'i686', aarch64 => 'armv7l' }->{$machine} // '' if $Config::Config{ptrsize} < 8 && $machine =~ /64/;
    return @{ $CALLS{$machine} // [] };
}

# The JVM's own environment: names are UTF-8, whatever the locale says, and no signal that a user may send is one of its own.
sub become_jvm {
    my @line = @_;
    $ENV{LC_ALL} = $^O eq 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
    $ENV{_JAVA_SR_SIGNUM} = 61 if $^O eq 'linux';
    require Cwd;
    chdir '/' unless defined Cwd::getcwd();    # a JVM does not start in a folder that was deleted
    { no warnings 'exec'; exec { $line[0] } @line; }
    fail("$line[0]: $!");
}

# Reads the parts as one program: each uses the variables of those before it.
sub load {
    my $text = '';
    for my $part (@_) {
        open my $file, '<', $part or fail("$part: $!");
        local $/;
        $text .= "#line 1 \"$part\"\n" . <$file>;
    }
    eval "$text;1" or fail($@);
}

sub encode { return $_[0] =~ s/([^!-\$&-~])/sprintf '%%%02X', ord $1/ger }

# For the JVM, which takes text only.
sub as_text {
    my ($bytes) = @_;
    my $copy = $bytes;
    return utf8::decode($copy) ? $bytes : $bytes =~ tr/\x80-\xFF/?/r;
}

sub fail {
    my ($why) = @_;
    $why =~ s/\n*\z//;
    print STDERR "lockkeeper: $why\n";
    require POSIX;
    POSIX::_exit(SOFTWARE);
}

1;
