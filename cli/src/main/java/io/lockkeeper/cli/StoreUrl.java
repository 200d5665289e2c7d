package io.lockkeeper.cli;

/** Which store is meant. */
final class StoreUrl {
    /** The variable that names the store for lockkeeper, and for COMMAND. */
    static final String VARIABLE = "LOCKKEEPER_STORE";

    private StoreUrl() {}

    /** The store that the command line names, or the environment, or the user's own. */
    static String of(Arguments arguments) {
        String asked = arguments.value(Option.STORE);
        String named = asked == null ? System.getenv(VARIABLE) : asked;
        return named == null || named.isEmpty() ? ownFolder() : named;
    }

    /**
     * A folder of the user's own. It depends on nothing that differs between a terminal and cron, as the XDG variables
     * do: the same user must always meet the same locks.
     */
    private static String ownFolder() {
        String home = System.getProperty("user.home", "");
        if (home.isEmpty() || home.equals("?")) {
            home = System.getenv("HOME");
        }
        if (home == null || home.isEmpty()) {
            throw new UsageException("This user has no home directory for locks. Name a store with --store URL or $"
                    + VARIABLE + ", such as file:/var/lock/app.");
        }
        return "file:" + home.replace("%", "%25").replace("?", "%3F") + "/.local/state/lockkeeper";
    }
}
