package io.lockkeeper.cli;

import java.lang.reflect.InvocationTargetException;
import java.util.List;

/** {@code demo}: a sale with more buyers than goods, with and without a lock. */
final class DemoVerb implements Verb {
    private static final String MAIN_CLASS = "io.lockkeeper.flashsale.FlashSale";
    /** The sale knows no variable and no files of defaults. */
    private static final Option STORE = Option.with(
            Option.STORE.name(),
            "",
            "URL",
            "The store that keeps the lock. If it is left out, the flash sale chooses its own.");

    @Override
    public Syntax syntax() {
        return new Syntax(
                "demo",
                "[-- ARG...]",
                "Runs the flash sale: more buyers than items, with and without a lock.",
                List.of(STORE, Option.VERBOSE, Option.HELP),
                0,
                Syntax.ANY,
                "The ARGs are those of the flash sale; `lockkeeper demo -- --help` lists them.\n");
    }

    @Override
    public int run(Arguments arguments) throws Exception {
        String[] words = arguments.operands().toArray(String[]::new);
        if (arguments.has(STORE)) {
            words = new String[words.length + 2];
            words[0] = Option.STORE.name();
            words[1] = StoreUrl.of(arguments);
            for (int at = 2; at < words.length; at++) {
                words[at] = arguments.operands().get(at - 2);
            }
        }
        try {
            Class.forName(MAIN_CLASS).getMethod("main", String[].class).invoke(null, (Object) words);
            return ExitCode.OK;
        } catch (ClassNotFoundException absent) {
            throw new Failure(
                    ExitCode.SOFTWARE,
                    "The flash sale is not on the class path: lockkeeper-flash-sale.jar is missing.",
                    absent);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause() instanceof Exception cause ? cause : thrown;
        }
    }
}
