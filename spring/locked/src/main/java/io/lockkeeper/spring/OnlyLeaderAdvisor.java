package io.lockkeeper.spring;

import java.lang.reflect.Method;
import org.aopalliance.aop.Advice;
import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AbstractPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;

/** Skips the calls of annotated methods while this process does not lead. */
final class OnlyLeaderAdvisor extends AbstractPointcutAdvisor {

    private static final long serialVersionUID = 1L;

    private final transient Pointcut pointcut = new AnnotatedMethods();
    private final transient OnlyLeaderInterceptor interceptor;

    OnlyLeaderAdvisor(OnlyLeaderMethods methods, ElectionLifecycle elections) {
        this.interceptor = new OnlyLeaderInterceptor(methods, elections);
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
            setClassFilter(type -> Candidates.mayHave(OnlyLeader.class, type));
        }

        @Override
        public boolean matches(Method method, Class<?> targetClass) {
            return OnlyLeaderMethods.find(method, targetClass).isPresent();
        }
    }
}
