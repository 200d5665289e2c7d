package io.lockkeeper.spring;

import io.lockkeeper.spring.attributes.Placeholders;
import io.lockkeeper.spring.proxies.ReturnKind;
import java.lang.reflect.Method;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.annotation.MergedAnnotation;

/**
 * A method that only the leader runs. Immutable but for what it looks up once; safe for use by many threads.
 *
 * @param method the method, as the bean's class has it: a generic interface may tell less of its type
 * @param election the election that this process must lead
 * @param kind when its work is over
 * @param interrupt whether the end of the lead interrupts it
 * @param nothing what a call gives that is skipped
 */
record OnlyLeaderMethod(
        Method method, Candidature election, ReturnKind kind, boolean interrupt, Supplier<@Nullable Object> nothing) {

    /** What is wrong with the annotation is an {@link IllegalStateException} that says where it is. */
    static OnlyLeaderMethod parse(
            Method method, Class<?> owner, MergedAnnotation<OnlyLeader> annotation, ConfigurableBeanFactory beans) {
        String place = "@OnlyLeader on " + Sentences.signature(owner, method);
        try {
            ReturnKind kind = ReturnKind.of(method);
            Skip.requireEmpty(method, "calls cannot be skipped", "return an Optional or the wrapper type");
            String name = Placeholders.resolve(beans, annotation.getString("name"), "name");
            if (name.isBlank()) {
                throw new IllegalArgumentException("the name of the election is empty");
            }
            if (name.contains("#")) {
                throw new IllegalArgumentException("the name \"" + name
                        + "\" has a '#': expressions are not possible, because the election is the same for each call");
            }
            StoreChoice store =
                    new StoreChoice(place, beans, Placeholders.resolve(beans, annotation.getString("store"), "store"));
            return new OnlyLeaderMethod(
                    method,
                    new Candidature(name, store),
                    kind,
                    annotation.getBoolean("interrupt"),
                    Skip.nothing(kind, method));
        } catch (IllegalArgumentException wrong) {
            throw new IllegalStateException(
                    place + ": " + String.valueOf(wrong.getMessage()).replaceAll("\\.$", "") + ".", wrong);
        }
    }

    /** Refuses work that goes on without being followed, if the declared type could not tell that. */
    void requireOver(@Nullable Object result) {
        if (method.getReturnType() == Object.class
                && result != null
                && !(result instanceof CompletionStage)
                && ReturnKind.goesOn(result)) {
            throw new IllegalStateException("@OnlyLeader on "
                    + Sentences.signature(method.getDeclaringClass(), method) + " returned a "
                    + result.getClass().getName()
                    + " as an Object: its work goes on whoever leads. Declare that type, or the"
                    + " one that it implements.");
        }
    }
}
