package io.lockkeeper.cli;

/** Threads that do not keep the JVM from ending. */
final class Background {
    private Background() {}

    static Thread start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
