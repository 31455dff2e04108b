package dev.maptick.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadPlanTest {
    @DisplayName("B56: processors less three, never below one")
    @ParameterizedTest(name = "{0} processors: {1} pool threads")
    @CsvSource({"1, 1", "2, 1", "3, 1", "4, 1", "5, 2", "8, 5", "64, 61"})
    void defaultPool(int processors, int pool) {
        assertThat(ThreadPlan.defaultPool(processors)).isEqualTo(pool);
    }

    @ParameterizedTest(name = "{0} processors, {1} pool, {2} dedicated")
    @CsvSource({"1, 1, 0", "4, 1, 3", "4, 4, 0", "8, 5, 3"})
    void aPlanThatFitsWarnsOfNothing(int processors, int pool, int dedicated) {
        assertThat(ThreadPlan.of(processors, pool, dedicated).warnings()).isEmpty();
    }

    @Test
    void aPlanThatDoesNotFitWarnsOnceAndSaysWhatToDo() {
        assertThat(ThreadPlan.of(4, 3, 2).warnings())
                .singleElement()
                .asString()
                .contains("3 pool + 2 dedicated", "want 5 processors", "there are 4")
                .contains("lower pool or dedicated threads to 4 together", "more processors");
        assertThat(ThreadPlan.of(1, 2, 0).warnings())
                .singleElement()
                .asString()
                .contains("2 pool + 0 dedicated", "there is 1", "lower the pool threads to 1,");
    }

    @Test
    void largestNumbersDoNotOverflow() {
        assertThat(ThreadPlan.of(1, 1_024, 1_024).warnings())
                .singleElement()
                .asString()
                .contains("2048");
    }

    @Test
    void saysItsNumbers() {
        assertThat(ThreadPlan.of(8, 5, 2)).hasToString("processors 8, pool threads 5, dedicated threads up to 2");
    }
}
