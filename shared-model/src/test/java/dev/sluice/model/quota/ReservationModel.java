package dev.sluice.model.quota;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The reference of decision 0002: what the scripts must do, in the plainest Java. Money only, one
 * amount per budget; time is passed in.
 */
public final class ReservationModel {
    /** A budget's counters, and all that was ever charged to it by which reservation. */
    public static final class Account {
        public final long limit;
        public long spent;
        public long held;

        /** What nodes that were swept reported afterwards beyond what the sweep had charged. */
        public long late;

        public final Map<UUID, Long> chargedBy = new HashMap<>();

        Account(long limit) {
            this.limit = limit;
        }
    }

    private static final class Record {
        ReservationState state = ReservationState.HELD;
        final Map<String, Long> holds = new LinkedHashMap<>();
        long leaseEndMs;
        long carried;
        boolean forgotten;
    }

    private final Map<String, Account> accounts = new LinkedHashMap<>();
    private final Map<UUID, Record> records = new LinkedHashMap<>();
    private final long leaseMs;

    public ReservationModel(Map<String, Long> limits, long leaseMs) {
        limits.forEach((name, limit) -> accounts.put(name, new Account(limit)));
        this.leaseMs = leaseMs;
    }

    /** Returns {@code ok}, {@code spent}, {@code held} or {@code closed}. */
    public String admit(UUID id, List<String> budgets, long amount, long nowMs) {
        var known = records.get(id);
        if (known != null) {
            return known.state == ReservationState.HELD ? "ok" : "closed";
        }
        for (var budget : budgets) {
            var account = accounts.get(budget);
            if (account.spent + account.held + amount > account.limit) {
                return account.spent + amount > account.limit ? "spent" : "held";
            }
        }
        var record = new Record();
        record.leaseEndMs = nowMs + leaseMs;
        for (var budget : budgets) {
            accounts.get(budget).held += amount;
            record.holds.put(budget, amount);
        }
        records.put(id, record);
        return "ok";
    }

    public String raise(UUID id, long amount) {
        var record = records.get(id);
        if (record == null || record.state != ReservationState.HELD) {
            return "closed";
        }
        for (var budget : record.holds.keySet()) {
            var account = accounts.get(budget);
            if (account.spent + account.held + amount > account.limit) {
                return account.spent + amount > account.limit ? "spent" : "held";
            }
        }
        record.holds.replaceAll((budget, was) -> {
            accounts.get(budget).held += amount;
            return was + amount;
        });
        return "ok";
    }

    public boolean renew(UUID id, long carried, long nowMs) {
        var record = records.get(id);
        if (record == null || record.state != ReservationState.HELD) {
            return false;
        }
        record.carried = carried;
        record.leaseEndMs = nowMs + leaseMs;
        return true;
    }

    /** Returns the state before, empty where there was no record. */
    public String settle(UUID id, long actual) {
        var record = records.get(id);
        if (record == null) {
            return "lost";
        }
        var before = record.state;
        if (before == ReservationState.HELD) {
            close(record, ReservationState.SETTLED);
            charge(id, record, actual);
        } else if (before == ReservationState.SWEPT) {
            record.state = ReservationState.SETTLED;
            charge(id, record, actual - record.carried);
            for (var budget : record.holds.keySet()) {
                accounts.get(budget).late += Math.max(0, actual - record.carried);
            }
        }
        return before.text();
    }

    public String release(UUID id) {
        var record = records.get(id);
        if (record == null) {
            var tombstone = new Record();
            tombstone.state = ReservationState.RELEASED;
            records.put(id, tombstone);
            return "";
        }
        var before = record.state;
        if (before == ReservationState.HELD) {
            close(record, ReservationState.RELEASED);
        }
        return before.text();
    }

    /** Closes what has run out and returns every swept one that is not forgotten. */
    public List<UUID> sweep(long nowMs) {
        records.forEach((id, record) -> {
            if (record.state == ReservationState.HELD && record.leaseEndMs <= nowMs) {
                close(record, ReservationState.SWEPT);
                charge(id, record, record.carried);
            }
        });
        return records.entrySet().stream()
                .filter(entry -> entry.getValue().state == ReservationState.SWEPT)
                .filter(entry -> !entry.getValue().forgotten)
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    public void forget(UUID id) {
        var record = records.get(id);
        if (record != null && record.state == ReservationState.SWEPT) {
            record.forgotten = true;
        }
    }

    private void close(Record record, ReservationState next) {
        if (!record.state.mayBecome(next)) {
            throw new IllegalStateException(record.state + " may not become " + next);
        }
        record.state = next;
        record.holds.forEach((budget, amount) -> accounts.get(budget).held -= amount);
    }

    private void charge(UUID id, Record record, long amount) {
        for (var budget : record.holds.keySet()) {
            var account = accounts.get(budget);
            account.spent += amount;
            account.chargedBy.merge(id, amount, Long::sum);
        }
    }

    /** Never more is spent and held than the limit, but for what came late. */
    public boolean keepsItsLimits() {
        return accounts.values().stream()
                .allMatch(account ->
                        account.held >= 0
                                && account.spent + account.held <= account.limit + account.late);
    }

    public Map<String, Account> accounts() {
        return accounts;
    }

    public long openReservations() {
        return records.values().stream()
                .filter(record -> record.state == ReservationState.HELD)
                .count();
    }
}
