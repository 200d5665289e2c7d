package io.lockkeeper;

/**
 * A holder of a lock or a waiter for it, as shown to people.
 *
 * <p>Only {@link #client()} identifies it. The other components are for display: a new container may have the same
 * host name, process id and thread name as the one that it replaced.
 *
 * @param client the random id of the client
 * @param host the host's name
 * @param pid the process id
 * @param thread the thread that made the claim; the store keeps its name while threads of the same process
 *     pass the lock on to each other
 * @param description the description in the options of the lock or the client
 * @param processGroup the POSIX process group that works under the lock, or 0 for none
 */
public record Holder(String client, String host, long pid, String thread, String description, long processGroup) {

    private static final int LONGEST = 200;

    /** Converts all texts to {@linkplain PlainText plain text} and truncates them to 200 characters. */
    public Holder {
        client = cut(client);
        host = cut(host);
        thread = cut(thread);
        description = cut(description);
    }

    static String cut(String text) {
        String plain = PlainText.of(text);
        if (plain.length() <= LONGEST) {
            return plain;
        }
        int end = LONGEST - 1;
        return plain.substring(0, Character.isHighSurrogate(plain.charAt(end - 1)) ? end - 1 : end) + "…";
    }

    /** Returns one line: {@code web-1 (pid 4711, thread main): nightly report}. */
    @Override
    public String toString() {
        String who = host + " (pid " + pid + ", thread " + thread + ")";
        return description.isEmpty() ? who : who + ": " + description;
    }
}
