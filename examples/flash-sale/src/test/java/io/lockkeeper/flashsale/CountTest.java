package io.lockkeeper.flashsale;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The verdict over a scene. */
class CountTest {

    @Test
    void isExactIfEveryItemIsSoldOnceOrLeft() {
        assertThat(new Count(4, 3, 1).exact()).isTrue();
        assertThat(new Count(4, 3, 1).oversold()).isFalse();
    }

    @Test
    void isNotExactIfOneItemIsSoldTwice() {
        assertThat(new Count(4, 5, 2).exact()).isFalse();
        assertThat(new Count(4, 5, 2).oversold()).isTrue();
        assertThat(new Count(4, 3, 2).exact()).isFalse();
    }

    @Test
    void isNotExactIfOneItemIsLost() {
        assertThat(new Count(4, 2, 1).exact()).isFalse();
    }

    @Test
    void isNotExactIfLessThanNothingIsLeft() {
        assertThat(new Count(4, 5, -1).exact()).isFalse();
    }
}
