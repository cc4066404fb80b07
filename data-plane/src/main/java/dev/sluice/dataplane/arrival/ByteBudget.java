package dev.sluice.dataplane.arrival;

import java.util.concurrent.atomic.AtomicLong;

/** Bytes of request bodies that a node may hold at once, over all its event loops. */
public final class ByteBudget {
    private final long most;
    private final AtomicLong held = new AtomicLong();

    public ByteBudget(long mostBytes) {
        this.most = mostBytes;
    }

    public boolean take(long bytes) {
        if (held.addAndGet(bytes) <= most) {
            return true;
        }
        held.addAndGet(-bytes);
        return false;
    }

    public void give(long bytes) {
        held.addAndGet(-bytes);
    }

    public long held() {
        return held.get();
    }
}
