package dev.maptick.bench.fork;

import java.lang.management.ManagementFactory;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * The bytes of all live objects, from the JVM's own histogram, which collects first. Heap in use is no stand-in: the collector
 * counts it by regions of a megabyte, which is a hundred bytes for each of ten thousand maps.
 */
final class LiveHeap {
    private static final String COMMANDS = "com.sun.management:type=DiagnosticCommand";
    private static final Pattern TOTAL = Pattern.compile("(?m)^Total\\s+\\d+\\s+(\\d+)");

    private LiveHeap() {}

    static long bytes() {
        try {
            MBeanServer server = ManagementFactory.getPlatformMBeanServer();
            String histogram = (String) server.invoke(
                    new ObjectName(COMMANDS), "gcClassHistogram", new Object[] {new String[0]}, new String[] {
                        String[].class.getName()
                    });
            Matcher total = TOTAL.matcher(histogram);
            if (!total.find()) {
                throw new IllegalStateException("a histogram without a total");
            }
            return Long.parseLong(total.group(1));
        } catch (JMException e) {
            throw new IllegalStateException("this JVM makes no histogram", e);
        }
    }
}
