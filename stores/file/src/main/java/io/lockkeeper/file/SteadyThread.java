package io.lockkeeper.file;

/**
 * A thread that uses lock files. An interrupt is ignored: it would close the file that the thread is using, and with it free
 * all locks of the process on that file. Programs do interrupt threads that are not theirs, such as those of a thread group.
 */
final class SteadyThread extends Thread {

    SteadyThread(Runnable work, String name) {
        super(work, name);
        setDaemon(true);
        setContextClassLoader(null);
    }

    @Override
    public void interrupt() {}
}
