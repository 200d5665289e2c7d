package io.lockkeeper.spring.attributes;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;

/**
 * A name with arguments and expressions in it. Different values make different names: in a value, {@code :} and {@code \}
 * are escaped, and there is a {@code :} between two values. A name that is one value as a whole needs no escapes.
 */
public final class NameTemplate {

    private final String text;
    private final List<NamePart> parts;
    private final boolean escapes;

    private NameTemplate(String text, List<NamePart> parts) {
        this.text = text;
        this.parts = parts;
        this.escapes = parts.size() > 1;
    }

    /**
     * Parses a name.
     *
     * @param text the name, without placeholders
     * @param parameters those of the method
     * @return the template
     * @throws IllegalArgumentException if it cannot be parsed, or if different values could make the same name
     */
    public static NameTemplate parse(String text, Parameters parameters) {
        List<NamePart> parts = NameScanner.scan(text, parameters);
        if (text.isBlank()) {
            throw new IllegalArgumentException("the name is empty; leave it out for one that the method gives");
        }
        requireSeparators(text, parts);
        return new NameTemplate(text, List.copyOf(parts));
    }

    private static void requireSeparators(String text, List<NamePart> parts) {
        boolean separated = true;
        for (NamePart part : parts) {
            if (part instanceof NamePart.Literal literal) {
                separated |= literal.text().contains(":");
            } else if (!separated) {
                throw new IllegalArgumentException("there is no ':' between two values in the name \"" + text
                        + "\", so different values could make the same name; write \"#a:#b\"");
            } else {
                separated = false;
            }
        }
    }

    /**
     * Returns whether each call has the same name.
     *
     * @return false if there is an argument or an expression in it
     */
    public boolean isConstant() {
        return parts.stream().allMatch(NamePart.Literal.class::isInstance);
    }

    /**
     * Adds the names that a call gives: one, or one for each element of a list.
     *
     * @param call the context of the call
     * @param names to add to
     * @throws IllegalArgumentException if a value is null, an empty list, or has no text
     */
    public void addNames(EvaluationContext call, List<String> names) {
        List<StringBuilder> made = new ArrayList<>(1);
        made.add(new StringBuilder());
        boolean several = false;
        for (NamePart part : parts) {
            if (part instanceof NamePart.Literal literal) {
                made.forEach(name -> name.append(literal.text()));
                continue;
            }
            Object value = part.value(call);
            List<?> elements = NameValue.elements(value);
            if (elements == null) {
                String written = written(part, value);
                made.forEach(name -> name.append(written));
            } else if (several) {
                throw new IllegalArgumentException(
                        "The name \"" + text + "\" contains two lists; only one value of a name may be a list.");
            } else {
                several = true;
                made = each(made.get(0), elements, part);
            }
        }
        made.forEach(name -> names.add(name.toString()));
    }

    private List<StringBuilder> each(StringBuilder prefix, List<?> elements, NamePart part) {
        if (elements.isEmpty()) {
            throw new IllegalArgumentException(
                    part.text() + " in the name \"" + text + "\" is an empty list, which makes no name.");
        }
        List<StringBuilder> made = new ArrayList<>(elements.size());
        for (Object element : elements) {
            made.add(new StringBuilder(prefix).append(written(part, element)));
        }
        return made;
    }

    private String written(NamePart part, @Nullable Object value) {
        String plain = NameValue.text(value, part.text(), text);
        return escapes ? NameValue.escape(plain) : plain;
    }

    @Override
    public String toString() {
        return text;
    }
}
