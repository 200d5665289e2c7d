package io.lockkeeper.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What an editor shows when a setting is written. */
class MetadataTest {

    private static final Pattern PROPERTY =
            Pattern.compile("\\{[^{}]*\"name\": \"(lockkeeper\\.[^\"]*)\"[^{}]*\"sourceType\"[^{}]*}");

    /** A group: of a method, or of a class that is its own source. */
    private static final Pattern GROUP =
            Pattern.compile("\"sourceMethod\"|\"type\": (\"[^\"]*\"),\\s*\"sourceType\": \\1");

    @Test
    void every_property_has_a_description() throws IOException {
        List<MatchResult> properties = properties();
        assertThat(properties)
                .extracting(property -> property.group(1))
                .contains(
                        "lockkeeper.enabled",
                        "lockkeeper.store",
                        "lockkeeper.stores",
                        "lockkeeper.lease",
                        "lockkeeper.description",
                        "lockkeeper.shutdown-timeout",
                        "lockkeeper.metrics.enabled",
                        "lockkeeper.observations.enabled",
                        "lockkeeper.idempotency.mode",
                        "lockkeeper.idempotency.store",
                        "lockkeeper.idempotency.retention");
        assertThat(properties)
                .allSatisfy(property ->
                        assertThat(property.group()).contains("\"type\"").contains("\"description\""));
    }

    @Test
    void defaults_are_shown() throws IOException {
        assertThat(properties())
                .filteredOn(property -> property.group(1).equals("lockkeeper.shutdown-timeout"))
                .singleElement()
                .satisfies(property -> assertThat(property.group()).contains("\"defaultValue\": \"20s\""));
    }

    private static List<MatchResult> properties() throws IOException {
        List<MatchResult> found = new ArrayList<>();
        for (URL file : Collections.list(
                MetadataTest.class.getClassLoader().getResources("META-INF/spring-configuration-metadata.json"))) {
            try (InputStream content = file.openStream()) {
                String text = new String(content.readAllBytes(), StandardCharsets.UTF_8);
                PROPERTY.matcher(text)
                        .results()
                        .filter(property -> !GROUP.matcher(property.group()).find())
                        .forEach(found::add);
            }
        }
        return found;
    }
}
