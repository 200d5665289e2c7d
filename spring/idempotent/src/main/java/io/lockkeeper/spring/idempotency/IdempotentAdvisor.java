package io.lockkeeper.spring.idempotency;

import java.lang.reflect.Method;
import org.aopalliance.aop.Advice;
import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AbstractPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;

/** Puts idempotency around the methods that are annotated. Which these are depends on annotations only, not on properties or beans. */
final class IdempotentAdvisor extends AbstractPointcutAdvisor {

    private static final long serialVersionUID = 1L;

    private final transient Pointcut pointcut = new AnnotatedMethods();
    private final transient IdempotentInterceptor interceptor;

    IdempotentAdvisor(IdempotentMethods methods) {
        this.interceptor = new IdempotentInterceptor(methods);
    }

    @Override
    public Pointcut getPointcut() {
        return pointcut;
    }

    @Override
    public Advice getAdvice() {
        return interceptor;
    }

    private static final class AnnotatedMethods extends StaticMethodMatcherPointcut {

        AnnotatedMethods() {
            setClassFilter(IdempotentMethods::mayBeIn);
        }

        @Override
        public boolean matches(Method method, Class<?> targetClass) {
            return IdempotentMethods.find(method, targetClass).isPresent();
        }
    }
}
