package io.lockkeeper.faults;

import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.locks.ReentrantLock;

/** Courses as a test writes them: some for the next requests of a kind, one for all others. */
public final class Script implements Courses {

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Request, Queue<Course>> next = new EnumMap<>(Request.class);
    private final Map<Request, Integer> sent = new EnumMap<>(Request.class);
    private Course otherwise = Fate.FINE;

    /** The next request of a kind, for which nothing is written yet, takes this course. */
    public <C extends Course> C next(Request kind, C course) {
        lock.lock();
        try {
            next.computeIfAbsent(kind, none -> new ArrayDeque<>()).add(course);
            return course;
        } finally {
            lock.unlock();
        }
    }

    /** Holds the next request of a kind. */
    public Delayed delayNext(Request kind) {
        return next(kind, new Delayed());
    }

    /** All requests for which nothing is written take this course from now on. */
    public void all(Course course) {
        lock.lock();
        try {
            otherwise = course;
        } finally {
            lock.unlock();
        }
    }

    /** How many requests of a kind were sent. */
    public int sent(Request kind) {
        lock.lock();
        try {
            return sent.getOrDefault(kind, 0);
        } finally {
            lock.unlock();
        }
    }

    /** How many requests were sent. */
    public int sent() {
        lock.lock();
        try {
            return sent.values().stream().mapToInt(Integer::intValue).sum();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Course of(Request kind) {
        lock.lock();
        try {
            sent.merge(kind, 1, Integer::sum);
            Queue<Course> written = next.get(kind);
            Course first = written == null ? null : written.poll();
            return first == null ? otherwise : first;
        } finally {
            lock.unlock();
        }
    }
}
