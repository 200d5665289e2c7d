package io.lockkeeper.engine;

import io.lockkeeper.LockEvent;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** The engine's events in the JDK's flight recorder, one event type named {@code io.lockkeeper.Lock}. */
final class FlightEvents {

    private FlightEvents() {}

    /** Whether a recording wants them. A program that never records is spared the event's class: it takes 50 ms to load. */
    static boolean wanted() {
        return FlightRecorder.isInitialized() && new Lock().isEnabled();
    }

    static void record(LockEvent event) {
        Lock entry = new Lock();
        entry.lock = event.name();
        entry.what = event.getClass().getSimpleName();
        if (event instanceof LockEvent.Acquired acquired) {
            entry.token = acquired.token();
            entry.nanos = acquired.waited().toNanos();
        } else if (event instanceof LockEvent.HandedOver handed) {
            entry.token = handed.token();
            entry.nanos = handed.waited().toNanos();
        } else if (event instanceof LockEvent.NotAcquired vain) {
            entry.nanos = vain.waited().toNanos();
            entry.detail = vain.reason().name();
        } else if (event instanceof LockEvent.Renewed renewed) {
            entry.token = renewed.token();
            entry.nanos = renewed.lag().toNanos();
        } else if (event instanceof LockEvent.RenewedLate late) {
            entry.token = late.token();
            entry.nanos = late.remained().toNanos();
        } else if (event instanceof LockEvent.Released released) {
            entry.token = released.token();
            entry.nanos = released.held().toNanos();
        } else if (event instanceof LockEvent.Recalled recalled) {
            entry.token = recalled.token();
        } else if (event instanceof LockEvent.Lost lost) {
            entry.token = lost.loss().token();
            entry.detail = lost.loss().reason().sentence();
        } else if (event instanceof LockEvent.Waited waited) {
            entry.detail = waited.holder().map(Object::toString).orElse("");
        } else if (event instanceof LockEvent.Unanswered unanswered) {
            entry.detail = String.valueOf(unanswered.failure().getMessage());
        } else if (event instanceof LockEvent.Claimed claimed) {
            entry.detail = "attempt " + claimed.attempt();
        }
        entry.commit();
    }

    @Name("io.lockkeeper.Lock")
    @Label("Distributed Lock")
    @Category("Lockkeeper")
    @Description("Something that happened to a distributed lock")
    @StackTrace(false)
    static final class Lock extends Event {
        @Label("Lock")
        String lock = "";

        @Label("What")
        @Description(
                "Claimed, Waited, Unanswered, Acquired, HandedOver, NotAcquired, Renewed, RenewedLate, Recalled, Lost or Released")
        String what = "";

        @Label("Fencing Token")
        long token;

        @Label("Time")
        @Description(
                "Waited (Acquired, HandedOver, NotAcquired), late (Renewed), held (Released) or remaining (RenewedLate)")
        @Timespan(Timespan.NANOSECONDS)
        long nanos;

        @Label("Detail")
        String detail = "";
    }
}
