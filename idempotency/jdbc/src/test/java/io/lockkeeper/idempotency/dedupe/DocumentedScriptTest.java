package io.lockkeeper.idempotency.dedupe;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The documentation shows the statements that make the table. */
class DocumentedScriptTest {

    @ParameterizedTest
    @EnumSource(
            value = DedupeDatabase.class,
            names = {"POSTGRESQL", "MARIADB"})
    void theDocumentationHasTheScript(DedupeDatabase database) throws Exception {
        Path documentation = Path.of(System.getProperty("lockkeeper.root"), "docs", "idempotency", "dedupe.md");
        String script = DedupeTable.ddl(database, DedupeLayout.shared("dedupe", "order_id"))
                .lines()
                .filter(line -> !line.startsWith("--") && !line.isBlank())
                .collect(joining("\n"));
        assertThat(Files.readString(documentation)).contains(script);
    }
}
