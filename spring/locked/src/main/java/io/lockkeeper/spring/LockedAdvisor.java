package io.lockkeeper.spring;

import java.lang.reflect.Method;
import org.aopalliance.aop.Advice;
import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AbstractPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;

/** Puts the lock around the methods that are annotated. Which these are depends on annotations only, not on properties or beans. */
final class LockedAdvisor extends AbstractPointcutAdvisor {

    private static final long serialVersionUID = 1L;

    private final transient Pointcut pointcut = new AnnotatedMethods();
    private final transient LockedInterceptor interceptor;

    LockedAdvisor(LockedMethods methods) {
        this.interceptor = new LockedInterceptor(methods);
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
            setClassFilter(type -> Candidates.mayHave(Locked.class, type));
        }

        @Override
        public boolean matches(Method method, Class<?> targetClass) {
            return LockedAnnotation.find(method, targetClass).isPresent();
        }
    }
}
