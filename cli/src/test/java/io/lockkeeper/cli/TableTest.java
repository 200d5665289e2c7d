package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class TableTest {
    @Test
    void columnsAreAsWideAsTheirWidestCell() {
        assertThat(Table.of(List.of("NAME", "N"), List.of(List.of("a", "1"), List.of("longer", "20")), 80))
                .isEqualTo("NAME    N\na       1\nlonger  20\n");
    }

    @Test
    void theWidestColumnIsCutToFit() {
        String table = Table.of(List.of("NAME", "N"), List.of(List.of("a-very-long-name-of-a-lock", "12345678")), 24);
        assertThat(table.lines()).allMatch(line -> line.length() <= 24);
        assertThat(table).contains("a-very-long-n…  12345678");
    }

    @Test
    void aLineThatCannotFitIsLongerThanTheTerminal() {
        assertThat(Table.of(List.of("A", "B"), List.of(List.of("12345678", "12345678")), 5))
                .contains("12345678  12345678");
    }

    @Test
    void wideCharactersTakeTwoColumnsAndAccentsNone() {
        assertThat(Table.columns("锁")).isEqualTo(2);
        assertThat(Table.columns("e\u0301")).isEqualTo(1);
        assertThat(Table.cut("订单锁订单锁", 7)).isEqualTo("订单锁…");
    }
}
