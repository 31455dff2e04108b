package dev.maptick.core;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** Collects what the scheduler logs, in place of printing it, until closed. */
final class LogCapture implements AutoCloseable {
    private final Logger logger = (Logger) LoggerFactory.getLogger(TickScheduler.class);
    private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();
    private final Level levelBefore = logger.getLevel();
    private volatile boolean throwing;
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        public synchronized void doAppend(ILoggingEvent event) {
            // Not append(), whose exceptions the base class swallows.
            events.add(event);
            if (throwing) {
                throw new IllegalStateException("an appender that throws");
            }
        }

        @Override
        protected void append(ILoggingEvent event) {
            throw new AssertionError("not called");
        }
    };

    LogCapture() {
        appender.start();
        logger.setAdditive(false);
        logger.setLevel(Level.INFO);
        logger.addAppender(appender);
    }

    /** From now on the logger throws whenever it is given a record. */
    LogCapture throwing() {
        throwing = true;
        return this;
    }

    List<ILoggingEvent> events(Level level) {
        return events.stream().filter(e -> e.getLevel() == level).toList();
    }

    List<String> messages(Level level) {
        return events(level).stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    static Throwable thrown(ILoggingEvent event) {
        return ((ThrowableProxy) event.getThrowableProxy()).getThrowable();
    }

    @Override
    public void close() {
        logger.detachAppender(appender);
        logger.setLevel(levelBefore);
        logger.setAdditive(true);
    }
}
