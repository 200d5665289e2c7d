package io.lockkeeper.file;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Locks whose waiters sleep in the kernel keep every promise, too. */
class KernelWaitsLockTest extends FileLockTest {

    @BeforeAll
    static void asInAJvmOfItsOwn() {
        KernelWaits.allowed = true;
    }

    @AfterAll
    static void asInAnyOther() {
        KernelWaits.allowed = false;
    }
}
