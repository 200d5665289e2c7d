package io.lockkeeper.file;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A walk over the files of a folder, a file a step, with a result at its end. */
final class FileWalk<T> implements IoThread.Stepwise<T> {

    private final DirectoryStream<Path> files;
    private final Iterator<Path> rest;
    private final Visitor visitor;
    private final Supplier<T> result;

    /** Over what is closed by the last step, or by the one that fails. */
    FileWalk(DirectoryStream<Path> files, Visitor visitor, Supplier<T> result) {
        this.files = files;
        this.rest = files.iterator();
        this.visitor = visitor;
        this.result = result;
    }

    /** What is done with each file. */
    interface Visitor {

        /** Looks at a file; false to end the walk. */
        boolean visit(Path file) throws IOException;
    }

    @Override
    public @Nullable T step() throws IOException {
        boolean goesOn = false;
        try {
            goesOn = rest.hasNext() && visitor.visit(rest.next());
            return goesOn ? null : result.get();
        } catch (DirectoryIteratorException unreadable) {
            throw unreadable.getCause();
        } finally {
            if (!goesOn) {
                files.close();
            }
        }
    }
}
