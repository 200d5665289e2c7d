package io.lockkeeper.cli;

import java.util.List;

/**
 * An option of a verb.
 *
 * @param name the long name, with its dashes
 * @param letter the short name without its dash, or empty
 * @param argument what follows it, as help calls it, or empty for a flag; words with bars between them are all there are
 * @param help one sentence or two
 * @param isSetting whether a file of defaults may contain it: see {@link Defaults}
 */
record Option(String name, String letter, String argument, String help, boolean isSetting) {
    static final Option HELP = flag("--help", "h", "Print this text.");
    static final Option VERBOSE = flag(
            "--verbose",
            "v",
            "Print progress messages, warnings about the store's server, and stack traces of errors.");
    static final Option JSON = flag("--json", "", "Print JSON, whose names are stable, instead of text.");
    static final Option NO_CONFIG = flag("--no-config", "", "Do not read files of defaults (see lockkeeper help).");
    static final Option STORE = with(
                    "--store",
                    "",
                    "URL",
                    "The store that keeps the locks: redis://[user:password@]host[:port][/db], rediss://…, file:DIR,"
                            + " jdbc:postgresql://… (or mariadb, mysql, h2), zk://host,host[/path], zks://…,"
                            + " etcd://host:port,…, etcds://…, memcached://host[:port], memcacheds://…, or the scheme of"
                            + " another store on the class path. Default: $LOCKKEEPER_STORE if it is set, else that of"
                            + " a file of defaults, else file:~/.local/state/lockkeeper. If the URL contains a password, use the variable, a"
                            + " file of defaults or a password file: other users of the machine can see the command line. See"
                            + " lockkeeper help stores.")
            .asSetting();

    static Option flag(String name, String letter, String help) {
        return new Option(name, letter, "", help, false);
    }

    static Option with(String name, String letter, String argument, String help) {
        return new Option(name, letter, argument, help, false);
    }

    /** The same, which a file of defaults may contain. */
    Option asSetting() {
        return new Option(name, letter, argument, help, true);
    }

    boolean isFlag() {
        return argument.isEmpty();
    }

    /** What its value may be, or begin with if it ends with a colon; empty if that is not one of a few words. */
    List<String> choices() {
        return argument.contains("|")
                ? List.of(argument.replaceAll(":[A-Z]+", ":").split("\\|", -1))
                : List.of();
    }

    /** The name without its dashes, as files of defaults have it. */
    String key() {
        return name.substring(2);
    }
}
