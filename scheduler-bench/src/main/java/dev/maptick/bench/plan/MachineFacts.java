package dev.maptick.bench.plan;

import dev.maptick.bench.result.Machine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What this machine and this JVM say of themselves. */
final class MachineFacts {
    private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
    private static final String MODEL = "model name";

    private MachineFacts() {}

    static Machine machine() {
        com.sun.management.OperatingSystemMXBean system =
                (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return new Machine(
                processor(),
                Runtime.getRuntime().availableProcessors(),
                system.getTotalMemorySize(),
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"));
    }

    static String jdk() {
        return System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version") + ", "
                + String.join(" ", Fork.FLAGS);
    }

    private static String processor() {
        try (Stream<String> lines = Files.lines(PROCESSORS, StandardCharsets.UTF_8)) {
            return lines.filter(line -> line.startsWith(MODEL))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException e) {
            return "unknown";
        }
    }
}
