package dev.maptick.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"a", "house-17", "two words", "Häuschen", "家", "🏠", "a\"b", "a\\b", "../../etc", "null", "0"})
    void goodNames(String name) {
        assertThat(Names.isValid(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                " a",
                "a ",
                "\u00a0a",
                "a\u2003",
                "\ta",
                "a\n",
                "a\nb",
                "a\u0000b",
                "a\u007fb",
                "a\u0085b",
                "a\u2028b",
                "a\u2029b",
                "\ud800",
                "a\udc00b",
                "\u001b[31mred"
            })
    void badNames(String name) {
        assertThat(Names.isValid(name)).as(Names.quote(name)).isFalse();
    }

    @Test
    void lengthIsCountedInCharactersNotInCodeUnits() {
        assertThat(Names.isValid("x".repeat(128))).isTrue();
        assertThat(Names.isValid("x".repeat(129))).isFalse();
        assertThat(Names.isValid("🏠".repeat(128))).isTrue();
        assertThat(Names.isValid("🏠".repeat(129))).isFalse();
        assertThat(Names.isValid("x".repeat(1_000_000))).isFalse();
    }

    @Test
    void quotedTextIsOneHarmlessLine() {
        assertThat(Names.quote("a\"b\\c\nd\u001b\u202e")).isEqualTo("\"a\\\"b\\\\c\\u000ad\\u001b\\u202e\"");
        assertThat(Names.quote("")).isEqualTo("\"\"");
        assertThat(Names.quote("\ud800")).isEqualTo("\"\\ud800\"");
    }

    @Test
    void longTextIsCutAndSaysSo() {
        String shown = Names.quote("y".repeat(5_000));

        assertThat(shown).hasSizeLessThan(200).endsWith("… (5000 chars)\"");
    }
}
