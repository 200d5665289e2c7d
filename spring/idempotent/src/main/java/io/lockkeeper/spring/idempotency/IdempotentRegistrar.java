package io.lockkeeper.spring.idempotency;

import org.springframework.aop.config.AopConfigUtils;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.RuntimeBeanReference;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.type.AnnotationMetadata;

/** Registers what {@link EnableIdempotent} needs. The first one counts, so that an application's precedes a starter's. */
final class IdempotentRegistrar implements ImportBeanDefinitionRegistrar {

    private static final String METHODS = "io.lockkeeper.spring.idempotentMethods";
    private static final String ADVISOR = "io.lockkeeper.spring.idempotentAdvisor";
    private static final String CHECK = "io.lockkeeper.spring.idempotentBeanCheck";

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        MergedAnnotation<EnableIdempotent> enabled = importing.getAnnotations().get(EnableIdempotent.class);
        AopConfigUtils.registerAutoProxyCreatorIfNecessary(registry);
        if (enabled.isPresent() && enabled.getBoolean("proxyTargetClass")) {
            AopConfigUtils.forceAutoProxyCreatorToUseClassProxying(registry);
        }
        if (!registry.containsBeanDefinition(ADVISOR)) {
            registry.registerBeanDefinition(METHODS, infrastructure(IdempotentMethods.class));
            RootBeanDefinition advisor = using(IdempotentAdvisor.class);
            advisor.getPropertyValues()
                    .add("order", enabled.isPresent() ? enabled.getInt("order") : EnableIdempotent.ORDER);
            registry.registerBeanDefinition(ADVISOR, advisor);
            registry.registerBeanDefinition(CHECK, using(IdempotentBeanCheck.class));
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
