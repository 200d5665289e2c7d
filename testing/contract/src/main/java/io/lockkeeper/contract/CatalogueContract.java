package io.lockkeeper.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.LockStatus;
import io.lockkeeper.store.Catalogue;
import io.lockkeeper.store.Grant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The contract of stores that can tell which locks are held. */
public interface CatalogueContract extends InspectionContract {

    /** In the order of their names, those with the prefix only, and no more than were asked for. */
    @Test
    default void locksAreListedByPrefixInTheOrderOfTheirNames() {
        String prefix = freshName();
        try (Contender ann = contender()) {
            for (String suffix : List.of("c", "a", "d", "b")) {
                ann.hold(prefix + suffix);
            }
            ann.hold("x" + prefix);
            Grant released = ann.hold(prefix + "e");
            ann.release(released);
            assertThat(list(ann, prefix, 100)).containsExactly(prefix + "a", prefix + "b", prefix + "c", prefix + "d");
            assertThat(list(ann, prefix, 2)).containsExactly(prefix + "a", prefix + "b");
            assertThat(list(ann, freshName(), 100)).isEmpty();
        }
    }

    /** It is text, not a pattern. */
    @Test
    default void aPrefixMeansItsCharactersAndNoPattern() {
        String prefix = freshName();
        try (Contender ann = contender()) {
            for (String odd : List.of("*", "?", "[a-z]", "%", "_", "\\", ".")) {
                ann.hold(prefix + odd + "1");
                ann.hold(prefix + "b" + odd);
                assertThat(list(ann, prefix + odd, 100)).containsExactly(prefix + odd + "1");
            }
        }
    }

    /** Whatever their characters. */
    @Test
    default void oddNamesAreListedAsTheyAre() {
        String prefix = freshName();
        List<String> names = OddNames.startingWith(prefix);
        try (Contender ann = contender()) {
            names.forEach(ann::hold);
            assertThat(list(ann, prefix, names.size() + 1)).containsExactlyInAnyOrderElementsOf(names);
        }
    }

    private static List<String> list(Contender client, String prefix, int limit) {
        return client.answer(((Catalogue) client.store()).list(prefix, limit)).stream()
                .map(LockStatus::name)
                .toList();
    }
}
