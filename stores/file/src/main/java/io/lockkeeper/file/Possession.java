package io.lockkeeper.file;

import io.lockkeeper.PlainText;
import io.lockkeeper.file.LockRecord.Reading;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import java.io.IOException;
import java.nio.channels.FileLock;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;

/** A name's byte, locked for a store before it is known whether the lock may be granted. */
record Possession(Folder folder, LockName name, LockFile file, FileLock bytes, FileStore owner) {

    /** Grants the lock to a claim, or gives the byte back. */
    ClaimOutcome grant(Claim claim) throws IOException {
        boolean granted = false;
        try {
            if (!file.isCurrent(owner.path())) {
                throw new NoSuchFileException(owner.path().toString());
            }
            ClaimOutcome outcome = outcome(claim, read());
            granted = outcome instanceof ClaimOutcome.Granted;
            return outcome;
        } finally {
            if (!granted && bytes.isValid()) {
                bytes.release();
            }
        }
    }

    private ClaimOutcome outcome(Claim claim, Reading before) throws IOException {
        if (before instanceof Reading.Unknown unknown) {
            return new ClaimOutcome.Busy(Keeping.unknownHolder(unknown), Keeping.NEXT_LOOK_AT_UNKNOWN);
        }
        LockRecord last = before instanceof Reading.Known known ? known.lock() : null;
        Keeping keeping = folder.keeping();
        Duration kept = last == null ? Duration.ZERO : keeping.keptFor(last);
        if (last != null && !kept.isZero()) {
            return new ClaimOutcome.Busy(last.tenure().holder(), kept);
        }
        LockRecord lock = LockRecord.granted(
                claim, last == null ? file.floor() : last.last(), folder.now(), keeping.group(claim.holder()));
        Held now = new Held(name, lock, file, bytes, owner);
        folder.repair().watch(); // Before the record: an error after it would leave a record of a holder that is none.
        write(lock);
        folder.put(now);
        return new ClaimOutcome.Granted(now.grant());
    }

    private Reading read() throws IOException {
        folder.data().followReplacement();
        try {
            return folder.data().read(name);
        } catch (NoSuchFileException folderGone) {
            throw folderGone;
        } catch (IOException failure) {
            throw unusableRecord(failure);
        }
    }

    private void write(LockRecord lock) throws IOException {
        try {
            folder.data().write(name, lock);
        } catch (NoSuchFileException folderGone) {
            throw folderGone;
        } catch (IOException failure) {
            throw unusableRecord(failure);
        }
    }

    /** Nothing that time would heal, as a store that can't be reached: whoever waits is to be told now. */
    private IllegalStateException unusableRecord(IOException failure) {
        Path record = folder.layout().data().resolve(name.dataFile());
        return new IllegalStateException(
                "The lock '" + PlainText.of(name.name()) + "' cannot be acquired, since its record " + record
                        + " cannot be read or written: " + Failure.describe(failure),
                failure);
    }
}
