package io.lockkeeper.bench.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartUpTest {

    @Test
    void allApplicationsStart() throws IOException {
        assertThat(StartUp.measure(1))
                .containsOnlyKeys(StartUp.Contestant.values())
                .allSatisfy((contestant, starts) -> assertThat(starts)
                        .singleElement()
                        .satisfies(start -> assertThat(start.millis()).isPositive()));
    }

    @Test
    void onlyOneOfThemHasLocks() throws IOException {
        String locked = StartUp.classPath(true);
        String plain = StartUp.classPath(false);

        for (String name : List.of("LockClient", "file/FileStore", "memory/MemoryStore", "spring/Locked")) {
            assertThat(finds(locked, "io/lockkeeper/" + name)).as(name).isTrue();
            assertThat(finds(plain, "io/lockkeeper/" + name)).as(name).isFalse();
        }
        for (String name : List.of("com/baomidou/lock/LockTemplate", "org/aspectj/lang/JoinPoint")) {
            assertThat(finds(locked, name)).as(name).isFalse();
        }
        assertThat(finds(plain, "org/springframework/boot/SpringApplication")).isTrue();
    }

    private static boolean finds(String classPath, String name) throws IOException {
        List<URL> urls = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator, -1)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        try (URLClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), null)) {
            return loader.findResource(name + ".class") != null;
        }
    }
}
