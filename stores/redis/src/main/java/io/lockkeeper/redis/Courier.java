package io.lockkeeper.redis;

import io.lettuce.core.ScriptOutputType;
import java.util.concurrent.CompletionStage;

/** A way to the server and back, for scripts. */
interface Courier {

    /**
     * Runs a script.
     *
     * @param type what is replied: a number, a text, or a list of both
     * @return the reply, or a failure as the SPI wants it
     */
    <T> CompletionStage<T> run(Script script, ScriptOutputType type, String[] keys, String[] arguments);
}
