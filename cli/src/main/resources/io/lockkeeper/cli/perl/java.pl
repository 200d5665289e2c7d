# How the JVM is started from a folder with jars in lib and these files in perl: what the launchers of a checkout and of a
# package have in common. The folder may have a cache beside them that lets the JVM start fast: classes as it holds them in
# memory (a CDS archive, from Java 25 on an AOT cache), recorded from a run. A JVM that cannot use it ignores it.
use strict;
use warnings;

use constant MAIN => 'io.lockkeeper.cli.Main';

# Does what the words in @ARGV ask for. $cache is a file, which need not exist.
sub launch {
    my ($home, $java, $major, $cache) = @_;
    my @replay = length $cache && -s $cache ? cache_option($major, 0) . "=$cache" : ();
    # The JVM's own warnings would go to stdout.
    my @words = (@replay, options($major), qw(-Xlog:disable -Xlog:all=error:stderr -cp), class_path($home));
    front($java, \@words, MAIN, map { "$home/perl/$_.pl" } qw(supervisor command processes terminal));
}

# Records the cache, for all stores or for some. An empty one, where that failed, keeps it from being tried each time.
sub record {
    my ($home, $java, $major, $cache, @stores) = @_;
    my $new = "$cache.$$";
    my $recorder = fork() // return;
    if (!$recorder) {
        open STDIN, '<', '/dev/null';
        open STDOUT, '>', '/dev/null';
        open STDERR, '>', '/dev/null';
        $ENV{LC_ALL} = $^O eq 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';    # as become_jvm has it
        exec $java, cache_option($major, 1) . "=$new", options($major), '-Xlog:disable', '-cp', class_path($home), MAIN,
            'train', @stores or exit 127;
    }
    waitpid $recorder, 0;
    if (!-s $new) {
        open my $empty, '>', $new or return;
        close $empty;
    }
    rename $new, $cache;
}

# The names and sizes of the jars: a JVM does not see that a jar is another one than its cache was made from. Their times are not
# compared, for copies have other ones.
sub jars {
    my ($home) = @_;
    opendir my $lib, "$home/lib" or return '';
    return join '', map { "$_ " . (-s "$home/lib/$_") . "\n" } sort grep { /\.jar\z/ } readdir $lib;
}

# Whether the caches of a package were made from the jars that it has.
sub caches_fit {
    my ($home) = @_;
    open my $in, '<', "$home/caches/jars" or return 0;
    local $/;
    return <$in> eq jars($home);
}

sub cache_option {
    my ($major, $record) = @_;
    return $major >= 25 ? ($record ? '-XX:AOTCacheOutput' : '-XX:AOTCache')
        : ($record ? '-XX:ArchiveClassesAtExit' : '-XX:SharedArchiveFile');
}

# What is most often used comes first: a JVM that looks for a store opens one jar after the other until it has found it.
sub class_path {
    my ($home) = @_;
    opendir my $lib, "$home/lib" or give_up("$home/lib: $!. Is it whole?");
    my $often = qr/\Alockkeeper-(?:cli|core|file)-[0-9]/;
    my %rank = map { $_ => /$often/ ? 0 : /\Alockkeeper-/ ? 1 : 2 } grep { /\.jar\z/ } readdir $lib;
    return join ':', map { "$home/lib/$_" } sort { $rank{$a} <=> $rank{$b} || $a cmp $b } keys %rank;
}

# Short runs: the simplest collector, with little memory for new objects, and the quick compiler only; no events for a flight
# recorder that does not run, no classes made for a constructor that is called once by reflection, no file of counters in the
# temporary folder, and no native library that is unpacked there. COMMAND inherits the limit of open files, which the JVM would raise.
# For a few requests Redis needs no native transport and no pool of buffers.
sub options {
    my ($major) = @_;
    my @options = qw(-XX:-MaxFDLimit -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xms8m -Xmn4m -Xmx256m -XX:-UsePerfData
        -Djdk.reflect.useNativeAccessorOnly=true -Dio.lettuce.core.jfr=false -Dio.netty.jfr.enabled=false
        -Dio.lettuce.core.epoll=false -Dio.lettuce.core.kqueue=false -Dio.lettuce.core.iouring=false
        -Dio.netty.allocator.type=unpooled -Dio.netty.leakDetection.level=disabled
        -Dio.grpc.netty.shaded.io.netty.transport.noNative=true
        -Dio.grpc.netty.shaded.io.netty.handler.ssl.noOpenSsl=true);
    # Later Javas warn of native code and of Unsafe, which gRPC uses for its sockets, unless they are told that it may.
    push @options, qw(--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow) if $major >= 24;
    # An AOT cache is used at the address that it was made for: to move it takes 30 ms and memory for all of it. What was compiled
    # at the recording is not compiled at each start, and no machine code is kept in it, which another processor might not know.
    push @options, qw(-XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0
        -XX:-AOTRecordTraining -XX:-AOTReplayTraining -XX:-AOTAdapterCaching) if $major >= 25;
    return @options;
}

1;
