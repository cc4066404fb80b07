package dev.sluice.control.rounds;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/**
 * Looks again and again, one look after another on a thread of its own, for as long as the control
 * plane runs.
 */
public abstract class PeriodicLook implements SmartLifecycle {
    private static final long STOP_MS = 5_000;

    private final String name;
    private final Duration pause;
    private @Nullable Thread thread;
    private volatile boolean running;

    /**
     * @param name the thread's
     * @param pause between the end of a look and the next one
     */
    protected PeriodicLook(String name, Duration pause) {
        this.name = name;
        this.pause = pause;
    }

    /** One look. It fails with nothing: what cannot be done now is done at a later one. */
    protected abstract void look();

    @Override
    public synchronized void start() {
        running = true;
        thread = Thread.ofVirtual().name(name).start(this::run);
    }

    private void run() {
        while (running) {
            try {
                look();
                Thread.sleep(pause);
            } catch (InterruptedException stopped) {
                return;
            }
        }
    }

    /** Ends the look that is under way, and waits for it five seconds at most. */
    @Override
    public synchronized void stop() {
        running = false;
        try {
            if (thread != null) {
                thread.interrupt();
                thread.join(STOP_MS);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
