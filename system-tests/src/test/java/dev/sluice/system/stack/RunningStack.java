package dev.sluice.system.stack;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests the stack that their class's {@link OnNodes} asks for. One stack runs at a time; it
 * is kept from class to class and stopped at the end of all. A stack that does not start fails the
 * tests, it never skips them.
 */
public final class RunningStack implements ParameterResolver {
    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(RunningStack.class);

    private static final class Holder implements AutoCloseable {
        private @Nullable Stack stack;
        private int nodes;
        private @Nullable RuntimeException failure;

        synchronized Stack get(int wanted) {
            if (nodes != wanted) {
                close();
                nodes = wanted;
                try {
                    stack = Stack.start(wanted);
                } catch (RuntimeException failed) {
                    failure = failed;
                }
            }
            if (stack == null) {
                throw new IllegalStateException("the stack did not start", failure);
            }
            return stack;
        }

        @Override
        public synchronized void close() {
            Stack running = stack;
            stack = null;
            nodes = 0;
            failure = null;
            if (running != null) {
                running.down();
            }
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Stack.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        OnNodes wanted = context.getRequiredTestClass().getAnnotation(OnNodes.class);
        return context.getRoot()
                .getStore(NAMESPACE)
                .computeIfAbsent(Holder.class, _ -> new Holder(), Holder.class)
                .get(wanted.value());
    }
}
