package io.lockkeeper.spring;

import java.util.regex.Pattern;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;

/** Replaces the placeholders of annotations' attributes by properties. */
final class Placeholders {

    /** The environment leaves placeholders as they are that it does not know. */
    private static final Pattern UNRESOLVED = Pattern.compile("\\$\\{[^}]*}");

    private Placeholders() {}

    static String resolve(ConfigurableBeanFactory beans, String text, String attribute) {
        String resolved = beans.resolveEmbeddedValue(text);
        if (resolved == null || (UNRESOLVED.matcher(resolved).find() && !text.contains("\\${"))) {
            throw new IllegalArgumentException(attribute + " = \"" + text + "\" has no value");
        }
        return resolved;
    }
}
