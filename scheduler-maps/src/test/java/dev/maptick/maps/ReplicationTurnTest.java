package dev.maptick.maps;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReplicationTurnTest {
    @Test
    void isDueOnceEnoughPeriodsHaveGoneBy() {
        ReplicationTurn turn = new ReplicationTurn(4);
        turn.advance(1);
        turn.advance(2);
        assertThat(turn.isDue()).isFalse();
        turn.advance(1);
        assertThat(turn.isDue()).isTrue();
        turn.begin();
        assertThat(turn.isDue()).isFalse();
    }

    @Test
    void staysDueUntilItBegins() {
        ReplicationTurn turn = new ReplicationTurn(2);
        for (int i = 0; i < 5; i++) {
            turn.advance(1);
        }
        assertThat(turn.isDue()).isTrue();
        turn.begin();
        turn.advance(1);
        assertThat(turn.isDue()).isFalse();
    }

    @Test
    void holdsAnyNumberOfPeriods() {
        ReplicationTurn turn = new ReplicationTurn(40);
        turn.advance(Long.MAX_VALUE);
        turn.advance(Long.MAX_VALUE);
        assertThat(turn.isDue()).isTrue();
    }
}
