package dev.maptick.maps.save;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * A change against falling asleep, in every interleaving of single reads and writes that the model checker comes to. It
 * catches, as was tried: a book that does not look again after it has set dormant, an owner that looks before it has
 * marked. The checker sees all writes in one order, so the modes are left to {@link ChangeMarkStressTest}.
 */
class ChangeMarkLincheckTest {
    /** One map and its book. */
    public static class Checked {
        private final ChangeMark mark = new ChangeMark();
        private final Object lock = new Object();
        private boolean dormant;
        private boolean capturing;

        /** Makes one that is awake with nothing to save, so that the first turn is one to fall asleep in. */
        public Checked() {
            mark.rouse();
        }

        /** The owner's. */
        @Operation(nonParallelGroup = "owner")
        public void change() {
            if (mark.mark()) {
                synchronized (lock) {
                    if (dormant) {
                        mark.rouse();
                        dormant = false;
                    }
                }
            }
        }

        /** The owner's. */
        @Operation(nonParallelGroup = "owner")
        public void capture() {
            synchronized (lock) {
                if (dormant) {
                    return;
                }
                capturing = true;
            }
            mark.clear();
            synchronized (lock) {
                capturing = false;
            }
        }

        /** The driver's. */
        @Operation(nonParallelGroup = "driver")
        public void turn() {
            synchronized (lock) {
                if (!dormant && !capturing) {
                    dormant = mark.sleep();
                }
            }
        }

        /** What must hold when all is quiet. */
        @Validate
        public void noChangedMapSleeps() {
            if (dormant && mark.isChanged()) {
                throw new AssertionError("a changed map is dormant");
            }
        }
    }

    @Test
    @DisplayName("a map that has changed does not stay dormant, however change, capture and turn interleave")
    void changeAgainstTurn() {
        new ModelCheckingOptions()
                .iterations(10)
                .invocationsPerIteration(150)
                .threads(2)
                .actorsPerThread(2)
                .actorsBefore(0)
                .actorsAfter(0)
                .check(Checked.class);
    }
}
