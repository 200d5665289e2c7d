# What the launcher does, for the classes of the tests: JAVA, words of the JVM, `::`, words of lockkeeper.
#
# Who starts the tests by nohup, or in the background of a script, has them ignore signals, and all that they start; and
# each JVM has what it starts block QUIT.
use strict;
use warnings;
use POSIX qw(sigprocmask SIG_SETMASK);

$SIG{$_} = 'DEFAULT' for qw(HUP INT QUIT TERM);
sigprocmask(SIG_SETMASK, POSIX::SigSet->new);
my $dir = $0 =~ s{[^/]*\z}{../../main/resources/io/lockkeeper/cli/perl}r;
my ($java, @jvm) = shift;
while ((my $word = shift) ne '::') { push @jvm, $word }
do "$dir/front.pl" or die $@;
front($java, [@jvm], 'io.lockkeeper.cli.Main', map { "$dir/$_.pl" } qw(supervisor command processes terminal));
