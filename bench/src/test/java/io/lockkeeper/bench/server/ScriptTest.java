package io.lockkeeper.bench.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScriptTest {

    @Test
    void statementsEndWithTheLineAndCommentsAreLeftOut() {
        String text = "-- What it is;\nCREATE TABLE a (\n  b INT\n);\n\nSELECT ';' FROM a;\n";

        assertThat(Script.statements(text)).containsExactly("CREATE TABLE a (\n  b INT\n)", "SELECT ';' FROM a");
    }
}
