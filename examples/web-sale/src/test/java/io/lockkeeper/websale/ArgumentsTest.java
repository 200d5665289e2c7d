package io.lockkeeper.websale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentsTest {

    @Test
    void withoutArgumentsTheLocksAreInFilesAndThePortsAreFreeOnes() {
        assertThat(Arguments.parse()).isEqualTo(Arguments.DEFAULTS);
        assertThat(Arguments.DEFAULTS.store()).isEmpty();
        assertThat(Arguments.DEFAULTS.servicePorts()).containsExactly(0, 0);
    }

    @Test
    void everyArgumentIsTaken() {
        String line = "--store redis://h:1 --article Vase --stock 7 --payment 5 --port 8080 --service-ports 8081,8082";
        Arguments parsed = Arguments.parse(line.split(" ", -1));
        assertThat(parsed.store()).hasValue("redis://h:1");
        assertThat(parsed.article()).isEqualTo("Vase");
        assertThat(parsed.stock()).isEqualTo(7);
        assertThat(parsed.paymentMillis()).isEqualTo(5);
        assertThat(parsed.pagePort()).isEqualTo(8080);
        assertThat(parsed.servicePorts()).isEqualTo(List.of(8081, 8082));
    }

    @ParameterizedTest
    @CsvSource({
        "--store redis, as in redis://localhost:6379",
        "--store postgresql, as in jdbc:postgresql://localhost/shop?user=shop",
        "--store zookeeper, as in zk://localhost:2181",
        "--stock 0, --stock takes 1 to 10000",
        "--stock many, takes a number",
        "--service-ports 8081, two ports",
        "--port, No value follows",
        "--colour red, Unknown: --colour"
    })
    void whatIsWrongIsSaid(String line, String reason) {
        String[] words = line.split(" ", -1);
        assertThatThrownBy(() -> Arguments.parse(words))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason);
    }
}
