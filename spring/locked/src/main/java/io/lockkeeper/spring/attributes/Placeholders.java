package io.lockkeeper.spring.attributes;

import java.util.regex.Pattern;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;

/** Replaces the placeholders of annotations' attributes by properties. */
public final class Placeholders {

    /** The environment leaves placeholders as they are that it does not know. */
    private static final Pattern UNRESOLVED = Pattern.compile("\\$\\{[^}]*}");

    private Placeholders() {}

    /**
     * Replaces placeholders.
     *
     * @param beans knows the properties
     * @param text what is written
     * @param attribute where it is written, for errors
     * @return the text without placeholders
     * @throws IllegalArgumentException if a property has no value
     */
    public static String resolve(ConfigurableBeanFactory beans, String text, String attribute) {
        String resolved = beans.resolveEmbeddedValue(text);
        if (resolved == null || (UNRESOLVED.matcher(resolved).find() && !text.contains("\\${"))) {
            throw new IllegalArgumentException(attribute + " = \"" + text + "\" has no value");
        }
        return resolved;
    }
}
