package io.lockkeeper.cli;

/** Something that {@code lockkeeper} can do. */
interface Verb {
    /** What its command line may look like. */
    Syntax syntax();

    /**
     * Does it.
     *
     * @return the exit code
     * @throws UsageException if the command line is wrong
     * @throws Failure if it can't be done for a reason that has an exit code of its own
     */
    int run(Arguments arguments) throws Exception;
}
