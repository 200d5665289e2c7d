package io.lockkeeper.spring;

import io.lockkeeper.spring.attributes.CallContext;
import io.lockkeeper.spring.attributes.NameTemplate;
import java.util.ArrayList;
import java.util.List;
import org.aopalliance.intercept.MethodInvocation;

/** The names of a method's locks. */
final class LockNames {

    private final List<NameTemplate> templates;
    private final CallContext.Shared shared;
    private final List<String> constant;

    private LockNames(List<NameTemplate> templates, CallContext.Shared shared, List<String> constant) {
        this.templates = templates;
        this.shared = shared;
        this.constant = constant;
    }

    static LockNames fixed(String name, CallContext.Shared shared) {
        return new LockNames(List.of(), shared, List.of(name));
    }

    static LockNames of(List<NameTemplate> templates, CallContext.Shared shared) {
        List<String> constant = templates.stream().allMatch(NameTemplate::isConstant)
                ? templates.stream().map(NameTemplate::toString).toList()
                : List.of();
        return new LockNames(templates, shared, constant);
    }

    /** The names, if they are the same for each call; else empty. */
    List<String> constant() {
        return constant;
    }

    /** How many names each call has at least. */
    int fewest() {
        return Math.max(1, templates.size());
    }

    /** The names for a call. */
    List<String> of(MethodInvocation call) {
        if (!constant.isEmpty()) {
            return constant;
        }
        CallContext context = shared.call(call.getThis(), call.getArguments());
        List<String> names = new ArrayList<>(templates.size());
        for (NameTemplate template : templates) {
            template.addNames(context, names);
        }
        return names;
    }
}
