package io.lockkeeper.cli;

import io.lockkeeper.Holder;
import io.lockkeeper.HolderProcess;
import io.lockkeeper.LockClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.TreeSet;

/**
 * What is said of a wait on standard error, by a thread of its own: at a terminal one line that changes and is gone when
 * the wait ends, elsewhere a line now and then, by a {@link WaitSchedule}.
 */
final class WaitLine implements Runnable, AutoCloseable {
    private static final Duration DELAY = Duration.ofMillis(300);
    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final String ERASE = "\r\u001b[K";

    private final WaitText text;
    private final WaitTrouble trouble;
    private final boolean quiet;
    private final WaitSchedule schedule;
    private boolean shown;
    private boolean ended;

    WaitLine(LockClient client, RunSettings settings, HolderProcess process, WaitTrouble trouble) {
        Holder self = new Holder("", "", process.pid(), "", settings.description, process.group());
        this.text = new WaitText(client, new ArrayList<>(new TreeSet<>(settings.names)), self, trouble);
        this.trouble = trouble;
        this.quiet = settings.quiet;
        this.schedule = new WaitSchedule(settings.verbose ? DELAY : WaitSchedule.FIRST);
    }

    void begin() {
        if (!quiet) {
            Thread unused = Background.start("lockkeeper-wait-line", this);
        }
    }

    @Override
    public void run() {
        if (endedBefore(DELAY)) {
            return;
        }
        if (Terminal.is(2)) {
            showOnTerminal(Terminal.width(2));
        } else {
            trouble.onChange(this::changed);
            sayNowAndThen();
        }
    }

    private void showOnTerminal(int width) {
        do {
            show(ERASE + Table.cut("lockkeeper: " + Output.printable(text.now().sentence()), width - 1));
        } while (!endedBefore(text.waited().plus(INTERVAL)));
    }

    private void sayNowAndThen() {
        while (!endedWhenDue()) {
            if (isWorthIt()) {
                say(text.now());
            }
        }
    }

    private synchronized void changed() {
        schedule.changed(text.waited());
        notifyAll();
    }

    private synchronized boolean isWorthIt() {
        return schedule.isWorthIt(text.waited(), trouble.isThere());
    }

    private synchronized void say(WaitText.Situation situation) {
        if (!ended) {
            Output.error(situation.sentence());
            schedule.said(text.waited(), situation.troubled());
        }
    }

    private synchronized boolean endedWhenDue() {
        Duration due;
        do {
            due = schedule.due();
        } while (!endedBefore(due) && !due.equals(schedule.due()));
        return ended;
    }

    /** Lets the wait last for so long, unless it ends before, or the schedule changes. Whether it has ended. */
    private synchronized boolean endedBefore(Duration lasted) {
        Duration due = schedule.due();
        try {
            for (long left = millisTo(lasted);
                    !ended && left > 0 && due.equals(schedule.due());
                    left = millisTo(lasted)) {
                wait(left);
            }
        } catch (InterruptedException nobodyDoes) {
            ended = true;
        }
        return ended;
    }

    private long millisTo(Duration lasted) {
        long left = lasted.minus(text.waited()).toNanos();
        return left <= 0 ? 0 : left / 1_000_000 + 1;
    }

    private synchronized void show(String line) {
        if (!ended) {
            Output.raw(line);
            shown = true;
        }
    }

    /** Ends it, and returns when the line is gone. */
    @Override
    public synchronized void close() {
        ended = true;
        notifyAll();
        if (shown) {
            Output.raw(ERASE);
        }
    }
}
