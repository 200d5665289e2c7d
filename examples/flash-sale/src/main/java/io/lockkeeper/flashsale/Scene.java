package io.lockkeeper.flashsale;

import java.io.IOException;

/** A part of the demonstration. */
interface Scene {

    /**
     * Plays the scene and tells what happens.
     *
     * @param sale where it happens
     * @return whether the count in the end is as promised
     */
    boolean play(Sale sale) throws IOException, InterruptedException;
}
