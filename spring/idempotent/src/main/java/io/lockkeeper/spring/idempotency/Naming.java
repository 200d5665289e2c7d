package io.lockkeeper.spring.idempotency;

import io.lockkeeper.idempotency.Fingerprint;
import io.lockkeeper.idempotency.IdempotencyKey;
import io.lockkeeper.spring.attributes.CallContext;
import io.lockkeeper.spring.attributes.NameTemplate;
import java.util.ArrayList;
import java.util.List;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/**
 * What a call's key and fingerprint are made of.
 *
 * @param scope the scope
 * @param id the id
 * @param fingerprint the fingerprint; null for all arguments
 * @param shared makes the contexts of calls
 */
record Naming(NameTemplate scope, NameTemplate id, @Nullable NameTemplate fingerprint, CallContext.Shared shared) {

    IdempotencyKey key(MethodInvocation call) {
        CallContext context = context(call);
        return IdempotencyKey.of(single(scope, context), single(id, context));
    }

    Fingerprint fingerprint(MethodInvocation call) {
        return fingerprint == null
                ? Arguments.fingerprint(call.getArguments())
                : Fingerprint.of(single(fingerprint, context(call)));
    }

    private CallContext context(MethodInvocation call) {
        return shared.call(call.getThis(), call.getArguments());
    }

    private static String single(NameTemplate template, CallContext context) {
        List<String> names = new ArrayList<>(1);
        template.addNames(context, names);
        if (names.size() != 1) {
            throw new IllegalArgumentException("\"" + template + "\" makes " + names.size()
                    + " names, because a value is a list; an operation has one key: use a property of the list.");
        }
        return names.get(0);
    }
}
