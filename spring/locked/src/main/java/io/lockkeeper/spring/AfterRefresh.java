package io.lockkeeper.spring;

import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.context.support.AbstractApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.core.ResolvableType;

/** Is called after all other listeners for the refreshed context, on the thread that refreshes it. */
final class AfterRefresh implements ApplicationListener<ContextRefreshedEvent>, Ordered {

    private final AbstractApplicationContext context;
    private final Runnable step;

    private AfterRefresh(AbstractApplicationContext context, Runnable step) {
        this.context = context;
        this.step = step;
    }

    /** Listens from now on, behind all that there are: of listeners of one order, those that were added last are called last. */
    static void listen(AbstractApplicationContext context, Runnable step) {
        ResolvableType listener =
                ResolvableType.forClassWithGenerics(ApplicationListener.class, ContextRefreshedEvent.class);
        for (String lazy : context.getBeanNamesForType(listener, false, true)) {
            Object unused = context.getBean(lazy); // Would be made, and added, by the event.
        }
        context.addApplicationListener(new AfterRefresh(context, step));
    }

    @Override
    public void onApplicationEvent(ContextRefreshedEvent event) {
        if (event.getApplicationContext() == context) { // Not that of a child.
            step.run();
        }
    }

    @Override
    public boolean supportsAsyncExecution() {
        return false;
    }

    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }
}
