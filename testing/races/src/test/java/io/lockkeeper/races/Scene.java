package io.lockkeeper.races;

import io.lockkeeper.races.Violation.Promise;
import java.util.List;
import java.util.function.Function;

/** A history that a test makes up step by step, and its judgement. */
abstract class Scene {

    final History history = new History();
    final Counter counter;
    private final Function<List<History.Entry>, List<Violation>> judge;

    Scene(boolean fenced, Function<List<History.Entry>, List<Violation>> judge) {
        this.counter = new Counter(history, fenced);
        this.judge = judge;
    }

    final void lap(String who, long token) {
        counter.asks(who);
        counter.read(who, token);
        counter.write(who, token, counter.value(), counter.value() + 1);
        counter.confirms(who, token);
    }

    final List<Promise> broken() {
        return judge.apply(history.all()).stream().map(Violation::promise).toList();
    }
}
