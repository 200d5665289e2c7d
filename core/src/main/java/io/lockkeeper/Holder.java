package io.lockkeeper;

/**
 * Who holds a lock or waits for it, for people to read.
 *
 * <p>Only {@link #client()} identifies; the rest is display: a replaced container may well have the same
 * host name, process id and thread name as the one before.
 *
 * @param client the random id of the client
 * @param host the host's name
 * @param pid the process id
 * @param thread the thread that asked first; a lock that threads pass on within their process keeps the
 *     first one's name in the store
 * @param description what the client or the lock's options said
 * @param processGroup the POSIX process group that works under the lock, or 0 for none
 */
public record Holder(String client, String host, long pid, String thread, String description, long processGroup) {

    private static final int LONGEST = 200;

    /** Makes texts {@linkplain PlainText plain}, whoever wrote them, and cuts them to 200 characters. */
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

    /** In one line: {@code web-1 (pid 4711, thread main): nightly report}. */
    @Override
    public String toString() {
        String who = host + " (pid " + pid + ", thread " + thread + ")";
        return description.isEmpty() ? who : who + ": " + description;
    }
}
