package io.lockkeeper.spring;

import java.lang.reflect.Method;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.annotation.MergedAnnotation;

/**
 * A method that only the leader runs. Immutable but for what it looks up once; safe for use by many threads.
 *
 * @param election the election that this process must lead
 * @param kind when its work is over
 * @param interrupt whether the end of the lead interrupts it
 * @param nothing what a call gives that is skipped
 */
record OnlyLeaderMethod(Candidature election, ReturnKind kind, boolean interrupt, Supplier<@Nullable Object> nothing) {

    /** What is wrong with the annotation is an {@link IllegalStateException} that says where it is. */
    static OnlyLeaderMethod parse(
            Method method, Class<?> owner, MergedAnnotation<OnlyLeader> annotation, ConfigurableBeanFactory beans) {
        String place = "@OnlyLeader on " + Sentences.signature(owner, method);
        try {
            ReturnKind kind = ReturnKind.of(method);
            Skip.requireEmpty(method, "calls cannot be skipped", "return an Optional or the wrapper type");
            String name = resolve(beans, annotation.getString("name"), "name");
            if (name.isBlank()) {
                throw new IllegalArgumentException("the name of the election is empty");
            }
            if (name.contains("#")) {
                throw new IllegalArgumentException("the name \"" + name
                        + "\" has a '#': expressions are not possible, because the election is the same for each call");
            }
            StoreChoice store = new StoreChoice(place, beans, resolve(beans, annotation.getString("store"), "store"));
            return new OnlyLeaderMethod(
                    new Candidature(name, store), kind, annotation.getBoolean("interrupt"), Skip.nothing(kind, method));
        } catch (IllegalArgumentException wrong) {
            throw new IllegalStateException(
                    place + ": " + String.valueOf(wrong.getMessage()).replaceAll("\\.$", "") + ".", wrong);
        }
    }

    private static String resolve(ConfigurableBeanFactory beans, String text, String attribute) {
        String resolved = beans.resolveEmbeddedValue(text);
        if (resolved == null) {
            throw new IllegalArgumentException(attribute + " = \"" + text + "\" has no value");
        }
        return resolved;
    }
}
