package io.lockkeeper.file;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** A failure of the file system in words that say what to do. */
final class Failure {

    private Failure() {}

    static String describe(IOException failure) {
        if (failure instanceof AccessDeniedException) {
            return "this process may not use " + failure.getMessage() + "; its owner and permissions decide that.";
        }
        if (failure instanceof NoSuchFileException) {
            return failure.getMessage() + " does not exist.";
        }
        return (failure.getMessage() == null ? failure.toString() : failure.getMessage()) + ".";
    }
}
