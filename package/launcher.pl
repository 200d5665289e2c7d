# The launcher of a package: Java and the caches of classes lie beside it. Nothing is built or searched for.
# Its beginning, which finds $root, is that of the launcher of a checkout.

my ($home) = $root =~ m{\A(.*)/bin\z}s or give_up("$self is not in a folder 'bin'. Link to it instead of copying it.");
# What the .deb runs from, so that an upgrade takes nothing from those that are running (debian/postinst).
if ($home =~ m{\A(/usr/lib/lockkeeper)/([^/]+)\z}) { $home = in_use("$1/in-use", $2) // $home }
for my $part (qw(java front)) {
    my $file = "$home/perl/$part.pl";
    defined(do $file) or give_up("$file: " . ($@ || $!) . '. Is the package whole?');
}
launch($home, "$home/runtime/bin/java", @MAJOR@, caches_fit($home) ? cache() : '');

# The copy of this release, or, while dpkg has unpacked this one and not set it up, of the last one before.
sub in_use {
    my ($all, $own) = @_;
    return "$all/$own" if -d "$all/$own";
    opendir my $folder, $all or return;
    my ($last) = sort { (stat "$all/$b")[10] <=> (stat "$all/$a")[10] } grep { /\A[0-9]/ && !/\.(?:new|old)\z/ } readdir $folder;
    return defined $last ? "$all/$last" : undef;
}

# There is a cache for each kind of store, for what is in a cache takes time and memory even where it isn't used. The store is only
# guessed: a wrong cache makes the start slower, and nothing else.
sub cache {
    my @words = @ARGV;
    my ($end) = grep { $words[$_] eq '--' } 0 .. $#words;
    $#words = $end if defined $end;
    my @said = map { /\A(?:--store=|-s)?([a-z]+):/ } @words, $ENV{LOCKKEEPER_STORE} // '';
    push @said, map { default($_) } ($ENV{HOME} // '') . '/.config/lockkeeper.conf', '/etc/lockkeeper.conf'
        unless @said || grep { $_ eq '--no-config' } @words;
    for my $scheme (@said, 'file') {
        for my $store ($scheme, $scheme =~ s/s\z//r) { return "$home/caches/$store" if -e "$home/caches/$store" }
    }
    return '';
}

sub default {
    my ($file) = @_;
    return unless -f $file;
    open my $in, '<', $file or return;
    return map { /^\s*store\s*=\s*([a-z]+):/ } <$in>;
}
