package dev.maptick.core;

import dev.maptick.core.spi.TickStepper;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Keeps workers for a stepper in place of starting threads. */
final class SteppedLauncher implements WorkerLauncher {
    private final List<Stepped> workers = new CopyOnWriteArrayList<>();

    TickStepper start(DefaultTickScheduler scheduler) {
        scheduler.start();
        return new Stepper(scheduler, workers);
    }

    @Override
    public Launched launch(Worker worker) {
        Stepped stepped = new Stepped(worker);
        workers.add(stepped);
        return new Launched() {
            @Override
            public boolean awaitEnd(long millis) {
                return stepped.current() == null;
            }

            @Override
            public String name() {
                return "stepped-" + worker.crew.placement.label() + "-" + worker.id;
            }
        };
    }

    @Override
    public Executor defaultCompletions() {
        return Runnable::run;
    }

    @Override
    public boolean hasThreads() {
        return false;
    }

    private record Stepper(DefaultTickScheduler scheduler, List<Stepped> all) implements TickStepper {
        @Override
        public List<TickStepper.Worker> workers() {
            all.removeIf(Stepped::hasEnded);
            return List.copyOf(all);
        }

        @Override
        public OptionalLong shutdownDeadlineNanos() {
            return scheduler.shutdownDeadlineNanos();
        }

        @Override
        public OptionalLong guardDueNanos() {
            return scheduler.guard().dueNanos();
        }

        @Override
        public void stepGuard() {
            scheduler.guard().step();
        }

        @Override
        public boolean stepShutdown() {
            return scheduler.stepShutdown();
        }
    }

    /** A worker whose turns are taken by the caller. */
    private static final class Stepped implements TickStepper.Worker {
        private final Worker worker;
        private @Nullable TickEntry inTick;

        /** From before the body on, which may ask who there is, or tell this very worker to leave. */
        private boolean busy;

        Stepped(Worker worker) {
            this.worker = worker;
        }

        boolean hasEnded() {
            if (busy || !worker.isToEnd()) {
                return false;
            }
            worker.end();
            return true;
        }

        @Override
        public int id() {
            return worker.id;
        }

        @Override
        public Placement placement() {
            return worker.crew.placement;
        }

        @Override
        public @Nullable TickRegistration current() {
            return inTick;
        }

        @Override
        public boolean hasNext() {
            return worker.crew.peek() != null;
        }

        @Override
        public long nextDeadlineNanos() {
            return Objects.requireNonNull(worker.crew.peek(), "nothing waits").dueNs;
        }

        @Override
        public boolean begin() {
            if (inTick != null) {
                throw new IllegalStateException(worker + " is in the tick of " + inTick);
            }
            busy = true;
            try {
                inTick = worker.stepBegin();
            } finally {
                busy = inTick != null;
            }
            return busy;
        }

        @Override
        public void end() {
            if (inTick == null) {
                throw new IllegalStateException(worker + " is in no tick");
            }
            inTick = null;
            try {
                worker.stepEnd();
            } finally {
                busy = false;
            }
        }
    }
}
