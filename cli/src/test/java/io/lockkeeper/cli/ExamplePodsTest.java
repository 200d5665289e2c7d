package io.lockkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The files of {@code examples/kubernetes}, as far as they can be checked without a cluster. */
final class ExamplePodsTest {
    private static final Path FOLDER = PrintedCommandsTest.ROOT.resolve("examples/kubernetes");

    @TempDir
    Path folder;

    /** A part of a file, by the names on the way to it; a number picks one of a list. */
    private static Object at(Object root, Object... way) {
        Object here = root;
        for (Object step : way) {
            Object next = step instanceof Integer index ? ((List<?>) here).get(index) : ((Map<?, ?>) here).get(step);
            here = Objects.requireNonNull(next, () -> "nothing at " + step + " of " + List.of(way));
        }
        return here;
    }

    private static Object read(String file) throws Exception {
        Load load = new Load(LoadSettings.builder().setAllowDuplicateKeys(false).build());
        return Objects.requireNonNull(load.loadFromString(Files.readString(FOLDER.resolve(file))));
    }

    private static Object pod(String file) throws Exception {
        return at(read(file), "spec", "template", "spec");
    }

    private static Object container(String file) throws Exception {
        Object pod = pod(file);
        assertThat((List<?>) at(pod, "containers")).hasSize(1);
        return at(pod, "containers", 0);
    }

    private static Arguments line(String file) throws Exception {
        List<String> words = new ArrayList<>();
        for (String key : List.of("command", "args")) {
            ((List<?>) at(container(file), key)).forEach(word -> words.add((String) word));
        }
        assertThat(words.get(0)).isEqualTo("lockkeeper");
        return CommandCheck.check(words.subList(1, words.size()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"job.yaml", "leader.yaml"})
    void theCommandHasMoreTimeToEndThanTheGrace(String file) throws Exception {
        Arguments line = line(file);
        Duration grace = Objects.requireNonNull(Durations.parse(line.value(RunVerb.GRACE, "5s")));
        int seconds = (Integer) at(pod(file), "terminationGracePeriodSeconds");
        assertThat(Duration.ofSeconds(seconds)).isGreaterThan(grace);
        assertThat(grace).as("a third of the lease").isLessThanOrEqualTo(Duration.ofSeconds(10));
    }

    @ParameterizedTest
    @ValueSource(strings = {"job.yaml", "leader.yaml"})
    void theDefaultsAreMountedFromTheSecretForTheUserOfThePod(String file) throws Exception {
        Object secret = read("secret.yaml");
        Object volume = at(pod(file), "volumes", 0);
        Object mount = at(container(file), "volumeMounts", 0);
        assertThat(at(volume, "secret", "secretName")).isEqualTo(at(secret, "metadata", "name"));
        assertThat(at(mount, "name")).isEqualTo(at(volume, "name"));
        assertThat(at(mount, "mountPath")).isEqualTo(Defaults.MACHINE.toString());
        assertThat(((Map<?, ?>) at(secret, "stringData")).keySet()).isEqualTo(Set.of(at(mount, "subPath")));
        assertThat(at(pod(file), "securityContext", "fsGroup"))
                .isEqualTo(at(pod(file), "securityContext", "runAsUser"));
        // Octal for Kubernetes, whose YAML is 1.1: nobody else may read the password.
        assertThat(Files.readString(FOLDER.resolve(file))).contains("defaultMode: 0440\n");
    }

    @Test
    void theSecretIsAFileOfDefaults() throws Exception {
        String text = (String) at(read("secret.yaml"), "stringData", "lockkeeper.conf");
        assertThat(PrintedCommandsTest.checkDefaults(text, folder).value(Option.STORE))
                .startsWith("redis://");
    }

    @Test
    void theJobTriesAgainWhatAnotherAttemptCanMend() throws Exception {
        Object job = read("job.yaml");
        assertThat(at(job, "kind")).isEqualTo("Job");
        assertThat(at(pod("job.yaml"), "restartPolicy"))
                .as("what a policy of failures needs")
                .isEqualTo("Never");
        Object rule = at(job, "spec", "podFailurePolicy", "rules", 0);
        assertThat(at(rule, "action")).isEqualTo("FailJob");
        assertThat(at(rule, "onExitCodes", "containerName")).isEqualTo(at(container("job.yaml"), "name"));
        assertThat(at(rule, "onExitCodes", "values")).isEqualTo(List.of(ExitCode.USAGE, 126, 127));
        Duration wait = Objects.requireNonNull(Durations.parse(line("job.yaml").value(RunVerb.WAIT, "")));
        assertThat(wait.toSeconds()).isLessThan((Integer) at(job, "spec", "activeDeadlineSeconds"));
    }

    @Test
    void theLeadersPodsAreThoseOfTheDeployment() throws Exception {
        Object deployment = read("leader.yaml");
        assertThat(at(deployment, "kind")).isEqualTo("Deployment");
        assertThat(at(deployment, "spec", "selector", "matchLabels"))
                .isEqualTo(at(deployment, "spec", "template", "metadata", "labels"));
        assertThat((Integer) at(deployment, "spec", "replicas")).isGreaterThan(1);
    }

    /** A probe that asks the store, or that only the leader passes, would restart the standbys. */
    @Test
    void aStandbyIsHealthyAndAnOutageRestartsNobody() throws Exception {
        Object container = container("leader.yaml");
        assertThat(((Map<?, ?>) container).containsKey("readinessProbe")).isFalse();
        Object probe = at(container, "livenessProbe");
        List<?> command = (List<?>) at(probe, "exec", "command");
        String text = (String) command.get(2);
        assertThat(text).doesNotContain("lockkeeper");
        for (int[] pair : new int[][] {{0, 0}, {7, 0}, {22, 1}, {28, 1}}) {
            List<String> line =
                    new ArrayList<>(List.of("/bin/sh", "-c", "curl() { return " + pair[0] + "; }; " + text));
            assertThat(new ProcessBuilder(line).start().waitFor())
                    .as("curl ends with " + pair[0])
                    .isEqualTo(pair[1]);
        }
        assertThat((Integer) at(probe, "timeoutSeconds")).isLessThan((Integer) at(probe, "periodSeconds"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"job.yaml", "leader.yaml"})
    void imagesHaveAVersion(String file) throws Exception {
        assertThat((String) at(container(file), "image")).matches(".+:[0-9]+[.][0-9.]+");
    }
}
