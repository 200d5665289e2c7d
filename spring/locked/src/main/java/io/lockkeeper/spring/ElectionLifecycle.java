package io.lockkeeper.spring;

import io.lockkeeper.Term;
import io.lockkeeper.spring.Candidature.Seat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationContextAware;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.support.AbstractApplicationContext;

/**
 * Stands for elections from when the context is refreshed until it stops. Of all that has a lifecycle it starts last, and stops
 * first: while web servers, schedulers and clients still are there.
 */
final class ElectionLifecycle implements LeaderElections, SmartLifecycle, ApplicationContextAware, DisposableBean {

    private final ReentrantLock guard = new ReentrantLock();
    private final Set<Candidature> candidatures = ConcurrentHashMap.newKeySet();
    private final Map<Seat, Contender> contenders = new ConcurrentHashMap<>();
    private @Nullable AbstractApplicationContext context;
    private @Nullable StoreChoice usual;
    private volatile boolean running;
    private volatile boolean refreshed;
    private boolean listening;

    @Override
    public void setApplicationContext(ApplicationContext applicationContext) {
        if (!(applicationContext instanceof AbstractApplicationContext own)) {
            throw new IllegalStateException(
                    "@OnlyLeader needs an AbstractApplicationContext, not a " + applicationContext.getClass());
        }
        context = own;
        usual = new StoreChoice("Leader elections", own.getBeanFactory(), "");
    }

    /** Stands for an election when that is due, which may be now. For each once, however often beans are made that need it. */
    void add(Candidature candidature) {
        candidatures.add(candidature);
        if (running && refreshed) {
            stand(candidature);
        }
    }

    /** For what it is to stand. */
    Set<Candidature> candidatures() {
        return candidatures;
    }

    /** Looks for the clients, which must be there. */
    void prepare() {
        candidatures.forEach(Candidature::seat);
    }

    @Override
    public void stand(String name) {
        add(new Candidature(name, store()));
    }

    @Override
    public Optional<Term> term(String name) {
        Contender contender = contenders.get(new Seat(store().client(), name));
        return contender == null ? Optional.empty() : contender.term();
    }

    /** The lead under which a method may run; null if there is none. */
    @Nullable
    Lead lead(Candidature candidature) {
        Contender contender = contenders.get(candidature.seat());
        return contender == null ? null : contender.lead();
    }

    @Override
    public int getPhase() {
        return Integer.MAX_VALUE;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** At first, listeners for the refreshed context are called after this, and must have been before there is a leader. */
    @Override
    public void start() {
        running = true;
        if (refreshed) {
            candidatures.forEach(this::stand);
        } else if (!listening) {
            listening = true;
            AfterRefresh.listen(context(), () -> {
                refreshed = true;
                candidatures.forEach(this::stand);
            });
        }
    }

    private void stand(Candidature candidature) {
        Seat seat = candidature.seat(); // May make beans, so not under the guard.
        guard.lock();
        try {
            if (running && !contenders.containsKey(seat)) {
                Contender contender = new Contender(seat.name(), new LeadershipListeners(context()));
                contenders.put(seat, contender); // First: it may lead before standing has returned.
                try {
                    contender.stand(seat.client());
                } catch (Throwable failure) {
                    contenders.remove(seat);
                    throw failure;
                }
            }
        } finally {
            guard.unlock();
        }
    }

    /** From now on no method begins; those that run are interrupted and awaited; the locks are released. */
    @Override
    public void stop() {
        List<Contender> last;
        guard.lock();
        try {
            running = false;
            last = new ArrayList<>(contenders.values());
            contenders.clear();
        } finally {
            guard.unlock();
        }
        if (!last.isEmpty()) {
            LeaderCall.detachThread(lead ->
                    last.stream().anyMatch(contender -> contender.lead() == lead)); // Not from those of other contexts.
            last.forEach(Contender::beginClose);
            CompletableFuture<?>[] closed =
                    last.stream().map(Contender::closeAsync).toArray(CompletableFuture<?>[]::new);
            last.forEach(Contender::tellAsListener);
            CompletableFuture.allOf(closed).join();
        }
    }

    /** A context whose start fails destroys its beans without having stopped them. */
    @Override
    public void destroy() {
        stop();
    }

    private AbstractApplicationContext context() {
        return Objects.requireNonNull(context);
    }

    private StoreChoice store() {
        return Objects.requireNonNull(usual);
    }
}
