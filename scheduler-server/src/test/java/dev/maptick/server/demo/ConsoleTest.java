package dev.maptick.server.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ConsoleTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8);

    @Test
    void givesEachProgressLineALineOfItsOwnInAFile() {
        talk(new Console(out, false));

        assertThat(written()).isEqualTo("one\ntwo\nthree\n");
    }

    @Test
    void overwritesProgressLinesOnATerminal() {
        talk(new Console(out, true));

        assertThat(written()).isEqualTo("\r\u001b[?7lone\u001b[K\u001b[?7h\r\u001b[?7ltwo\u001b[K\u001b[?7h\nthree\n");
    }

    private static void talk(Console console) {
        console.progress("one");
        console.progress("two");
        console.say("three");
    }

    private String written() {
        return bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }
}
