package dev.maptick.bench.fork;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What all threads have allocated. JDK 21 tells it, ended threads included; before that the live threads are summed up. */
final class AllocatedBytes {
    private static final com.sun.management.ThreadMXBean BEAN =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final @Nullable MethodHandle TOTAL = total();

    private AllocatedBytes() {}

    static long now() {
        if (TOTAL == null) {
            return Arrays.stream(BEAN.getThreadAllocatedBytes(BEAN.getAllThreadIds()))
                    .filter(bytes -> bytes > 0)
                    .sum();
        }
        try {
            return (long) TOTAL.invokeExact(BEAN);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("cannot read what was allocated", e);
        }
    }

    private static @Nullable MethodHandle total() {
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(
                            com.sun.management.ThreadMXBean.class,
                            "getTotalThreadAllocatedBytes",
                            MethodType.methodType(long.class));
        } catch (NoSuchMethodException | IllegalAccessException e) {
            return null;
        }
    }
}
