package io.lockkeeper.spring.boot;

/** Parses the numbers in addresses. */
final class Numbers {

    private Numbers() {}

    static int parse(String text) {
        if (!text.matches("\\d{1,6}")) {
            throw new IllegalArgumentException("A parameter of the address must be a number of up to six digits");
        }
        return Integer.parseInt(text);
    }
}
