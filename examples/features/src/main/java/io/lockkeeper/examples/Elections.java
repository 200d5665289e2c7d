package io.lockkeeper.examples;

import io.lockkeeper.Candidacy;
import io.lockkeeper.Election;
import io.lockkeeper.LockClient;
import io.lockkeeper.Term;
import java.util.concurrent.CountDownLatch;

/** Leader election: two processes stand, one leads, and the other one when the first is gone. */
public final class Elections {
    private Elections() {}

    /** Runs the example. */
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch firstLeads = new CountDownLatch(1);
        CountDownLatch secondLeads = new CountDownLatch(1);
        try (LockClient first = LockClient.connect("memory:elections");
                LockClient second = LockClient.connect("memory:elections")) {
            Election election = first.election("scheduler");
            Candidacy candidacy = election.stand(term -> lead("The first", term, firstLeads));
            firstLeads.await();
            second.election("scheduler").stand(term -> lead("The second", term, secondLeads));
            System.out.println("There is a leader: " + election.leader().isPresent());

            candidacy.close(); // Interrupts the work, waits for it, and releases the lock.
            secondLeads.await();
            System.out.println("The first still leads: " + candidacy.isLeading());
        }
    }

    private static void lead(String who, Term term, CountDownLatch leads) {
        System.out.println(who + " leads; its writes carry a fencing token: " + (term.token() > 0));
        leads.countDown();
        try {
            while (term.isCurrent()) {
                Thread.sleep(10); // The leader's work. The thread is interrupted when it no longer leads.
            }
        } catch (InterruptedException over) {
            System.out.println(who + " stops.");
        }
    }
}
