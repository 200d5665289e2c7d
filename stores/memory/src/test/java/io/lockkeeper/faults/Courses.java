package io.lockkeeper.faults;

/** Chooses the course of each request. */
@FunctionalInterface
public interface Courses {

    /**
     * The course of the next request.
     *
     * @param kind what is sent
     * @return its course
     */
    Course of(Request kind);
}
