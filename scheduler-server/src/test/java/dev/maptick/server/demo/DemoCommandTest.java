package dev.maptick.server.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.maptick.core.SettingsException;
import dev.maptick.server.ExitCode;
import dev.maptick.server.store.FileMapStore;
import dev.maptick.server.tiled.ShippedWorlds;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A stop that is asked for before there is anything to stop. */
class DemoCommandTest {
    private static final String WORLDS =
            ShippedWorlds.path("dungeon").getParent().toString();

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    @TempDir
    Path data;

    @Test
    void aStopAskedForBeforeTheStartStartsNothingAndIsClean() throws Exception {
        // A start would fail: the port is taken.
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());

            assertThat(runAsked("--worlds", WORLDS, "--port", port)).isEqualTo(ExitCode.OK);
            assertThat(said()).isEqualTo("stopped before any map was open");
            bytes.reset();

            assertThat(runAsked("--worlds", WORLDS, "--port", port, "--data", data.toString()))
                    .isEqualTo(ExitCode.OK);
            assertThat(said()).isEqualTo("stopped before any map was open");
        }
        try (FileMapStore store = FileMapStore.open(data)) {
            assertThat(store.list()).isEmpty();
        }
    }

    @Test
    void aBadSettingIsToldAllTheSame() {
        assertThatThrownBy(() -> runAsked("--houses", "many"))
                .isInstanceOf(SettingsException.class)
                .hasMessageContaining("--houses = many");
    }

    private int runAsked(String... options) {
        try (StopSignal signal = new StopSignal()) {
            signal.ask();
            DemoCommand command = new DemoCommand(out, signal);
            new CommandLine(command).parseArgs(options);
            return command.call();
        }
    }

    private String said() {
        return bytes.toString(StandardCharsets.UTF_8).strip();
    }
}
