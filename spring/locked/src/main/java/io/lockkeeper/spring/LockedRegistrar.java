package io.lockkeeper.spring;

import org.springframework.aop.config.AopConfigUtils;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.RuntimeBeanReference;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.type.AnnotationMetadata;

/** Registers what {@link EnableLocked} needs. The first one counts, so that an application's precedes a starter's. */
final class LockedRegistrar implements ImportBeanDefinitionRegistrar {

    /** The name of the context's {@link LockedMethods}. */
    static final String METHODS = "io.lockkeeper.spring.lockedMethods";

    private static final String ADVISOR = "io.lockkeeper.spring.lockedAdvisor";
    private static final String CHECK = "io.lockkeeper.spring.lockedBeanCheck";

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        MergedAnnotation<EnableLocked> enabled = importing.getAnnotations().get(EnableLocked.class);
        AopConfigUtils.registerAutoProxyCreatorIfNecessary(registry);
        if (enabled.isPresent() && enabled.getBoolean("proxyTargetClass")) {
            AopConfigUtils.forceAutoProxyCreatorToUseClassProxying(registry);
        }
        if (!registry.containsBeanDefinition(ADVISOR)) {
            registry.registerBeanDefinition(METHODS, infrastructure(LockedMethods.class));
            RootBeanDefinition advisor = using(LockedAdvisor.class);
            int order = enabled.isPresent() ? enabled.getInt("order") : EnableLocked.ORDER;
            advisor.getPropertyValues().add("order", order);
            registry.registerBeanDefinition(ADVISOR, advisor);
            registry.registerBeanDefinition(CHECK, using(LockedBeanCheck.class));
            OnlyLeaderRegistration.register(registry, order);
        }
    }

    private static RootBeanDefinition using(Class<?> type) {
        RootBeanDefinition definition = infrastructure(type);
        definition.getConstructorArgumentValues().addIndexedArgumentValue(0, new RuntimeBeanReference(METHODS));
        return definition;
    }

    private static RootBeanDefinition infrastructure(Class<?> type) {
        RootBeanDefinition definition = new RootBeanDefinition(type);
        definition.setRole(BeanDefinition.ROLE_INFRASTRUCTURE);
        return definition;
    }
}
