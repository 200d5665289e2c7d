package io.lockkeeper.spring.elsewhere;

import io.lockkeeper.spring.Locked;
import io.lockkeeper.spring.OnlyLeader;

/** Has methods that a class of another package inherits and cannot override. */
public class Hidden {

    /** For beans. */
    public Hidden() {}

    @Locked("hidden")
    void work() {}

    /** For beans that lead. */
    public static class Leads {

        /** For beans. */
        public Leads() {}

        @OnlyLeader("hidden")
        void work() {}
    }
}
