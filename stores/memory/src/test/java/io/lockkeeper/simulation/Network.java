package io.lockkeeper.simulation;

import io.lockkeeper.LeaseLoss;
import io.lockkeeper.StoreUnavailableException;
import io.lockkeeper.contract.ManualTime;
import io.lockkeeper.faults.Course;
import io.lockkeeper.faults.Courses;
import io.lockkeeper.faults.Pausable;
import io.lockkeeper.faults.Request;
import io.lockkeeper.store.ClaimId;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.GrantPush.Signals;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** The way between one client and the store: what is sent may be slow, lost, or arrive after it was given up. */
final class Network implements Courses {

    private static final long TIME_OUT = 1_000_000_000;

    private final ManualTime time;
    private final Pausable process;
    private final Weather weather;
    private final Log log;
    private final String client;
    private final SplittableRandom random;
    private boolean down;
    private long lastSignal;

    Network(String client, ManualTime time, Pausable process, Weather weather, Log log, SplittableRandom random) {
        this.client = client;
        this.time = time;
        this.process = process;
        this.weather = weather;
        this.log = log;
        this.random = random;
        this.lastSignal = time.nanos();
    }

    void down(boolean now) {
        down = now;
    }

    /** A task of the client's, after which the world is checked. */
    Runnable watched(Runnable task) {
        return () -> {
            task.run();
            log.happened();
        };
    }

    @Override
    public Course of(Request kind) {
        return new Course() {
            @Override
            public <T> CompletionStage<T> take(Supplier<CompletionStage<T>> request) {
                return travel(kind, random.split(), request);
            }
        };
    }

    private <T> CompletionStage<T> travel(Request kind, SplittableRandom dice, Supplier<CompletionStage<T>> request) {
        CompletableFuture<T> seen = new CompletableFuture<>();
        if (weather.refusesToSend(dice)) {
            log.note(client, () -> "can't send " + kind);
            return CompletableFuture.failedFuture(new StoreUnavailableException("Not sent.", false, null));
        }
        long there = weather.travel(dice);
        long back = weather.travel(dice);
        boolean requestLost = down || weather.loses(dice);
        boolean replyLost = weather.loses(dice);
        log.note(
                client,
                () -> "sends " + kind + ", there " + there / 1000 + " us" + (requestLost ? ", lost" : "") + ", back "
                        + back / 1000 + " us" + (replyLost ? ", lost" : ""));
        if (!requestLost) {
            later(there, () -> {
                CompletionStage<T> outcome = request.get();
                outcome.whenComplete((answer, error) ->
                        log.note(client, () -> kind + " arrived: " + (error == null ? answer : error)));
                if (!replyLost) {
                    later(back, () -> process.run(watched(() -> outcome.thenAccept(seen::complete))));
                }
            });
        }
        if (requestLost || replyLost || there + back >= TIME_OUT) {
            later(
                    TIME_OUT,
                    () -> process.run(watched(() -> seen.completeExceptionally(
                            new StoreUnavailableException("No reply within 1 s.", true, null)))));
        }
        return seen;
    }

    private void later(long nanos, Runnable step) {
        if (nanos == 0) {
            step.run();
        } else {
            time.schedule(nanos, step);
        }
    }

    /** For the store's signals, which keep their order. */
    Signals detour(Signals told) {
        return new Signals() {
            @Override
            public void granted(Grant grant, long secret) {
                tell(grant, () -> told.granted(grant, secret));
            }

            @Override
            public void free(String name) {
                tell("free", () -> told.free(name));
            }

            @Override
            public void contended(String name) {
                tell("contended", () -> told.contended(name));
            }

            @Override
            public void lost(String name, ClaimId claim, LeaseLoss.Reason reason) {
                // Some stores learn of it by themselves, others by a message that anybody may have sent.
                boolean certain = random.nextBoolean();
                tell(claim + (certain ? " is lost" : " may be lost"), () -> {
                    if (certain) {
                        told.lost(name, claim, reason);
                    } else {
                        told.mayBeLost(name, claim, reason);
                    }
                });
            }

            @Override
            public void mayBeLost(String name, ClaimId claim, LeaseLoss.Reason reason) {
                tell(claim, () -> told.mayBeLost(name, claim, reason));
            }

            @Override
            public void mayBeRecalled(String name, ClaimId claim) {
                tell(claim + " may be recalled", () -> told.mayBeRecalled(name, claim));
            }

            @Override
            public void missed() {
                tell("missed", told::missed);
            }
        };
    }

    private void tell(Object what, Runnable signal) {
        SplittableRandom dice = random.split();
        if (down || weather.isDeaf(dice)) {
            log.note(client, () -> "misses: " + what);
            return;
        }
        lastSignal = Math.max(lastSignal, time.nanos() + weather.travel(dice));
        long delay = lastSignal - time.nanos();
        log.note(client, () -> "is told in " + delay / 1000 + " us: " + what);
        later(delay, () -> process.run(watched(signal)));
    }
}
