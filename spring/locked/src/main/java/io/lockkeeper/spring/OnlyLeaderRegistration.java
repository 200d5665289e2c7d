package io.lockkeeper.spring;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.RuntimeBeanReference;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;

/** Registers what {@link OnlyLeader} needs. */
final class OnlyLeaderRegistration {

    private static final String ELECTIONS = "io.lockkeeper.spring.leaderElections";
    private static final String METHODS = "io.lockkeeper.spring.onlyLeaderMethods";
    private static final String ADVISOR = "io.lockkeeper.spring.onlyLeaderAdvisor";
    private static final String CHECK = "io.lockkeeper.spring.onlyLeaderBeanCheck";

    private OnlyLeaderRegistration() {}

    /** Beside a lock of that order: outside of it, so that who does not lead does not wait for the lock. */
    static void register(BeanDefinitionRegistry registry, int lock) {
        registry.registerBeanDefinition(ELECTIONS, infrastructure(ElectionLifecycle.class));
        registry.registerBeanDefinition(METHODS, infrastructure(OnlyLeaderMethods.class));
        RootBeanDefinition advisor = infrastructure(OnlyLeaderAdvisor.class, METHODS, ELECTIONS);
        advisor.getPropertyValues().add("order", lock == Integer.MIN_VALUE ? lock : lock - 1);
        registry.registerBeanDefinition(ADVISOR, advisor);
        registry.registerBeanDefinition(CHECK, infrastructure(OnlyLeaderBeanCheck.class, METHODS, ELECTIONS));
    }

    private static RootBeanDefinition infrastructure(Class<?> type, String... used) {
        RootBeanDefinition definition = new RootBeanDefinition(type);
        definition.setRole(BeanDefinition.ROLE_INFRASTRUCTURE);
        for (int index = 0; index < used.length; index++) {
            definition
                    .getConstructorArgumentValues()
                    .addIndexedArgumentValue(index, new RuntimeBeanReference(used[index]));
        }
        return definition;
    }
}
