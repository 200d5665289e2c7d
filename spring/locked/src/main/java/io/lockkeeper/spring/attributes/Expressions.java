package io.lockkeeper.spring.attributes;

import org.springframework.core.NativeDetector;
import org.springframework.expression.Expression;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.SpelCompilerMode;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.SpelParserConfiguration;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;

/** Parses expressions. Those that can be are compiled once they were evaluated some times; in native images none is. */
final class Expressions {

    private Expressions() {}

    static Expression parse(String text, Parameters parameters) {
        SpelCompilerMode mode = NativeDetector.inNativeImage() ? SpelCompilerMode.OFF : SpelCompilerMode.MIXED;
        SpelExpressionParser parser = new SpelExpressionParser(new SpelParserConfiguration(mode, parameters.loader()));
        SpelExpression expression;
        try {
            expression = parser.parseRaw(text);
        } catch (ParseException malformed) {
            throw new IllegalArgumentException(
                    "the expression \"" + text + "\" cannot be parsed: " + malformed.getMessage(), malformed);
        }
        requireKnownVariables(expression.getAST(), parameters);
        return expression;
    }

    private static void requireKnownVariables(SpelNode node, Parameters parameters) {
        if (node instanceof VariableReference variable) {
            String name = variable.toStringAST().substring(1);
            if (!name.equals("root") && !name.equals("this")) {
                parameters.index(name);
            }
        }
        for (int child = 0; child < node.getChildCount(); child++) {
            requireKnownVariables(node.getChild(child), parameters);
        }
    }
}
