package io.lockkeeper.file;

import io.lockkeeper.PlainText;

/**
 * The store's log. It is looked up when there is something to say: programs that run for a moment never need it. Others may
 * have written what it quotes, such as the names of files, so all of it is made plain.
 */
final class Log {

    private Log() {}

    static void warn(String sentence) {
        logger().log(System.Logger.Level.WARNING, PlainText.line(sentence));
    }

    static void warn(String sentence, Throwable failure) {
        logger().log(System.Logger.Level.WARNING, PlainText.line(sentence), failure);
    }

    private static System.Logger logger() {
        return System.getLogger("io.lockkeeper.file");
    }
}
