package io.lockkeeper.contract;

import static io.lockkeeper.Guarantees.Expiry.STORE_CLOCK;
import static io.lockkeeper.Guarantees.Order.QUEUED;
import static io.lockkeeper.Guarantees.Tokens.NONE;
import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.store.AdjustableLease;
import io.lockkeeper.store.BlockingCalls;
import io.lockkeeper.store.Catalogue;
import io.lockkeeper.store.Exchange;
import io.lockkeeper.store.GrantPush;
import io.lockkeeper.store.Inspection;
import io.lockkeeper.store.Recall;
import io.lockkeeper.store.RecallPush;
import io.lockkeeper.store.Revocation;
import io.lockkeeper.store.Sessions;
import io.lockkeeper.store.Store;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The promise that nothing is skipped in silence: a store is tested for all that it can do, and for no more. */
public interface CapabilityPromise extends StoreFixture {

    /** A missing contract means an untested capability; one too many means that the store lost a capability. */
    @Test
    default void theTestClassImplementsTheContractsOfWhatTheStoreCanDo() {
        Set<String> needed = new LinkedHashSet<>();
        Set<String> implemented = new LinkedHashSet<>();
        try (Store store = open()) {
            contractsOf(store).forEach((contract, isNeeded) -> {
                if (isNeeded) {
                    needed.add(contract.getSimpleName());
                }
                if (contract.isInstance(this)) {
                    implemented.add(contract.getSimpleName());
                }
            });
            assertThat(implemented)
                    .as("the contracts that %s implements, for a store with %s", getClass(), store.guarantees())
                    .isEqualTo(needed);
        }
    }

    private static Map<Class<?>, Boolean> contractsOf(Store store) {
        boolean queues = store.guarantees().order() == QUEUED;
        boolean expires = store.guarantees().expiry() == STORE_CLOCK;
        Map<Class<?>, Boolean> contracts = new LinkedHashMap<>();
        contracts.put(TokenContract.class, store.guarantees().tokens() != NONE);
        contracts.put(ExpiryContract.class, expires);
        contracts.put(SessionContract.class, store instanceof Sessions);
        contracts.put(QueueSessionContract.class, store instanceof Sessions && queues);
        contracts.put(HintContract.class, store instanceof GrantPush && !queues);
        contracts.put(QueueContract.class, queues);
        contracts.put(QueueExpiryContract.class, queues && expires);
        contracts.put(AdjustableLeaseContract.class, expires && store instanceof AdjustableLease);
        contracts.put(QueueAdjustableLeaseContract.class, expires && store instanceof AdjustableLease && queues);
        contracts.put(ExchangeContract.class, store instanceof Exchange);
        contracts.put(BlockingCallsContract.class, store instanceof BlockingCalls);
        contracts.put(InspectionContract.class, store instanceof Inspection);
        contracts.put(CatalogueContract.class, store instanceof Catalogue);
        contracts.put(QueueCatalogueContract.class, store instanceof Catalogue && queues);
        contracts.put(RevocationContract.class, store instanceof Revocation);
        contracts.put(QueueRevocationContract.class, store instanceof Revocation && queues);
        contracts.put(RevokedClaimContract.class, store instanceof Revocation && queues && expires);
        contracts.put(RecallContract.class, store instanceof Recall);
        contracts.put(RecallPushContract.class, store instanceof RecallPush);
        return contracts;
    }
}
