package io.lockkeeper.bench.scenarios;

import io.lockkeeper.bench.guard.Verdict;
import io.lockkeeper.bench.report.Sample;
import io.lockkeeper.bench.server.Load;
import io.lockkeeper.bench.server.Traffic;
import io.lockkeeper.bench.workers.Crew;
import io.lockkeeper.bench.workers.Message;
import java.util.List;
import java.util.function.Supplier;

/** Rounds of processes that live from the first round to the last, and are stopped between them. */
abstract class CrewSession implements Session {
    final Stage stage;
    final Crew crew;
    private Traffic seen = new Traffic();
    private Verdict soFar = new Verdict(0);

    CrewSession(Stage stage, Crew crew) {
        this.stage = stage;
        this.crew = crew;
    }

    @Override
    public final void warm() {
        crew.resume();
        warmUp();
        seen = stage.watch(this::count);
        crew.pause();
    }

    @Override
    public final Sample measure() {
        crew.resume();
        wake();
        stage.server().flush();
        Sample sample = play(stage.server().measure(), seen);
        crew.pause();
        return sample;
    }

    /** Plays, before the first round, until nothing becomes faster by it. */
    abstract void warmUp();

    /** Plays a little, since what a client had on the server may have ended while it was stopped. */
    void wake() {}

    /** Plays a little, to see which commands travel. */
    abstract void count();

    /** Plays a round. The meter was started just now. */
    abstract Sample play(Supplier<Load> meter, Traffic seen);

    /** Judges what was played just now by what the processes report. */
    final void judge(List<Message> reports) {
        soFar = soFar.and(crew.judge(reports));
    }

    /** Returns what is known of all that was played until now. */
    final Verdict verdict() {
        return soFar;
    }

    @Override
    public final void close() {
        crew.close();
    }
}
