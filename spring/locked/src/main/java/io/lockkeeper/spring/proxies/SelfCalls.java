package io.lockkeeper.spring.proxies;

import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;

/**
 * Warns of annotated methods that are called within their own class, which does not pass through the proxy. Classes that keep a
 * reference to their own type are left out: they may call the proxy.
 */
public final class SelfCalls extends ClassVisitor {

    private final Class<?> type;
    private final Map<String, Method> annotated;
    private final Annotated by;

    private SelfCalls(Class<?> type, Map<String, Method> annotated, Annotated by) {
        super(SpringAsmInfo.ASM_VERSION);
        this.type = type;
        this.annotated = annotated;
        this.by = by;
    }

    /**
     * What such a call misses.
     *
     * @param annotation the annotation; also names the logger
     * @param missed what does not happen: "acquires no lock"
     */
    public record Annotated(Class<? extends Annotation> annotation, String missed) {

        Logger log() {
            return LoggerFactory.getLogger(annotation);
        }
    }

    /**
     * Logs a warning for each such call in the class.
     *
     * @param type the class
     * @param methods its annotated methods
     * @param by their annotation
     */
    public static void warn(Class<?> type, Collection<Method> methods, Annotated by) {
        Map<String, Method> annotated = new HashMap<>();
        methods.forEach(method -> annotated.put(method.getName() + Type.getMethodDescriptor(method), method));
        for (Class<?> part = type; part != null && part != Object.class; part = part.getSuperclass()) {
            for (Field field : part.getDeclaredFields()) {
                if ((field.getType().isAssignableFrom(type) && field.getType() != Object.class)
                        || field.getGenericType().getTypeName().contains("<" + type.getName() + ">")) {
                    return;
                }
            }
        }
        String file = type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class";
        try (InputStream bytes = type.getResourceAsStream(file)) {
            if (bytes != null) {
                new ClassReader(bytes)
                        .accept(new SelfCalls(type, annotated, by), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
            }
        } catch (IOException | RuntimeException unreadable) {
            by.log().debug("Calls within {} were not looked for.", type, unreadable); // A newer class format, say.
        }
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String caller, String descriptor, @Nullable String signature, String @Nullable [] exceptions) {
        return new MethodVisitor(SpringAsmInfo.ASM_VERSION) {
            @Override
            public void visitMethodInsn(int code, String owner, String name, String called, boolean ofInterface) {
                Method method = annotated.get(name + called);
                boolean bridge = (access & Opcodes.ACC_BRIDGE) != 0;
                if (method != null
                        && !bridge
                        && code == Opcodes.INVOKEVIRTUAL
                        && owner.equals(Type.getInternalName(type))) {
                    by.log()
                            .warn(
                                    "{}.{} calls the @{} method {} of its own object: such a call does not pass through the"
                                            + " proxy, and {}. Move one of them to another bean.",
                                    type.getName(),
                                    caller,
                                    by.annotation().getSimpleName(),
                                    name,
                                    by.missed());
                }
            }
        };
    }
}
