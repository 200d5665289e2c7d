package io.lockkeeper.spring;

import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.context.event.SimpleApplicationEventMulticaster;
import org.springframework.context.support.AbstractApplicationContext;

/**
 * The listeners of a context for the events of its elections. They are called on the calling thread, in their order, each whatever the others throw:
 * the context's own multicaster may call them on other threads, where their order would be lost, and tells those of the parent, too.
 */
final class LeadershipListeners {

    private static final Logger LOG = LoggerFactory.getLogger(OnlyLeader.class);

    private final AbstractApplicationContext context;

    LeadershipListeners(AbstractApplicationContext context) {
        this.context = context;
    }

    @Nullable
    ClassLoader classLoader() {
        return context.getClassLoader();
    }

    /**
     * Calls the listeners for an event.
     *
     * @param wanted whether the next one is to be called
     */
    void tell(Object event, BooleanSupplier wanted) {
        try {
            SimpleApplicationEventMulticaster multicaster = new While(wanted);
            multicaster.setBeanFactory(context.getBeanFactory());
            multicaster.setErrorHandler(
                    failure -> LOG.error("A listener failed for {}; the others are called.", event, failure));
            listeners().forEach(multicaster::addApplicationListener);
            for (String name : context.getBeanNamesForType(ApplicationListener.class, true, false)) {
                multicaster.addApplicationListenerBean(name);
            }
            multicaster.multicastEvent(new PayloadApplicationEvent<>(context, event));
        } catch (Throwable failure) { // The election must go on.
            LOG.error("The listeners could not be called for {}.", event, failure);
        }
    }

    /** A copy. The context's own set is not for several threads, and other threads add listeners, as when they make a bean that is one. */
    private List<ApplicationListener<?>> listeners() {
        while (true) {
            List<ApplicationListener<?>> copy = new ArrayList<>();
            try {
                for (ApplicationListener<?> listener : context.getApplicationListeners()) {
                    copy.add(listener);
                }
                return copy;
            } catch (ConcurrentModificationException again) {
                Thread.onSpinWait();
            }
        }
    }

    private static final class While extends SimpleApplicationEventMulticaster {

        private final BooleanSupplier wanted;

        While(BooleanSupplier wanted) {
            this.wanted = wanted;
        }

        @Override
        protected void invokeListener(ApplicationListener<?> listener, ApplicationEvent event) {
            if (wanted.getAsBoolean()) {
                super.invokeListener(listener, event);
            }
        }
    }
}
