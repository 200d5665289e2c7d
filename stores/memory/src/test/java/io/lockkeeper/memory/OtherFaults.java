package io.lockkeeper.memory;

import io.lockkeeper.Guarantees;
import io.lockkeeper.Purpose;
import io.lockkeeper.contract.CapabilityPromise;
import io.lockkeeper.contract.ClosingPromise;
import io.lockkeeper.contract.GuaranteesPromise;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Stores that do not close, and that declare nonsense. */
final class OtherFaults {

    private OtherFaults() {}

    static List<Fault> all() {
        return List.of(
                Fault.that("answers after it was closed", ClosingPromise.class, store -> new Tampered(store) {
                    @Override
                    public void close() {}
                }),
                Fault.that("chokes on a second close", ClosingPromise.class, store -> new Tampered(store) {
                    private boolean closed;

                    @Override
                    public void close() {
                        if (closed) {
                            throw new IllegalStateException("This store is closed already.");
                        }
                        closed = true;
                        super.close();
                    }
                }),
                Fault.that(
                        "declares guarantees without words",
                        GuaranteesPromise.class,
                        store -> declaring(
                                store,
                                sound -> new Guarantees(
                                        "",
                                        sound.reach(),
                                        sound.expiry(),
                                        sound.order(),
                                        sound.tokens(),
                                        "yes",
                                        Map.of(Purpose.CORRECTNESS, "no")))),
                Fault.that(
                        "declares other guarantees every time",
                        GuaranteesPromise.class,
                        store -> declaring(
                                store,
                                sound -> new Guarantees(
                                        sound.store() + System.nanoTime(),
                                        sound.reach(),
                                        sound.expiry(),
                                        sound.order(),
                                        sound.tokens(),
                                        sound.survives(),
                                        sound.refusals()))),
                Fault.that(
                        "offers fencing without tokens",
                        GuaranteesPromise.class,
                        store -> declaring(
                                store,
                                sound -> new Guarantees(
                                        sound.store(),
                                        sound.reach(),
                                        sound.expiry(),
                                        sound.order(),
                                        Guarantees.Tokens.NONE,
                                        sound.survives(),
                                        sound.refusals()))),
                Fault.that(
                        "says that it does not queue",
                        CapabilityPromise.class,
                        store -> declaring(
                                store,
                                sound -> new Guarantees(
                                        sound.store(),
                                        sound.reach(),
                                        sound.expiry(),
                                        Guarantees.Order.POLLED,
                                        sound.tokens(),
                                        sound.survives(),
                                        sound.refusals()))));
    }

    private static Tampered declaring(MemoryStore store, UnaryOperator<Guarantees> declaration) {
        return new Tampered(store) {
            @Override
            public Guarantees guarantees() {
                return declaration.apply(super.guarantees());
            }
        };
    }
}
