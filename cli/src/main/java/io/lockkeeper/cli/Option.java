package io.lockkeeper.cli;

/**
 * An option of a verb.
 *
 * @param name the long name, with its dashes
 * @param letter the short name without its dash, or empty
 * @param argument what follows it, as help calls it, or empty for a flag
 * @param help one sentence or two
 */
record Option(String name, String letter, String argument, String help) {
    static final Option HELP = flag("--help", "h", "Print this text.");
    static final Option VERBOSE = flag("--verbose", "v", "Print progress messages, and stack traces of errors.");
    static final Option JSON = flag("--json", "", "Print JSON, whose names are stable, instead of text.");
    static final Option STORE = with(
            "--store",
            "URL",
            "The store that keeps the locks: redis://[user:password@]host[:port][/db], rediss://…, file:DIR,"
                    + " jdbc:postgresql://… (or mariadb, mysql, h2), zk://host,host[/path], zks://…,"
                    + " etcd://host:port,…, etcds://…, memcached://host[:port], memcacheds://…, or the scheme of another"
                    + " store on the class path. Default: $LOCKKEEPER_STORE if it is set, otherwise"
                    + " file:~/.local/state/lockkeeper. If the URL contains a password, use the variable: other users"
                    + " of the machine can see the command line.");

    static Option flag(String name, String letter, String help) {
        return new Option(name, letter, "", help);
    }

    static Option with(String name, String argument, String help) {
        return new Option(name, "", argument, help);
    }

    boolean isFlag() {
        return argument.isEmpty();
    }
}
