------------------------------- MODULE Chain --------------------------------
(***************************************************************************)
(* How long a lock can stay unused while somebody who lives waits for it,  *)
(* behind waiters that are dead but that the store takes for alive: their  *)
(* processes are stopped or their hosts vanished (Redis), or the store     *)
(* can't know (a table). The store hands the lock to one after the other,  *)
(* for the claim time; but it does anything only when somebody asks.       *)
(*                                                                         *)
(* Requests take no time. The holder is dead, its lease runs; or it        *)
(* releases the lock at the beginning.                                     *)
(***************************************************************************)
EXTENDS Integers, Sequences

CONSTANTS
  Dead,       \* how many dead wait
  Living,     \* how many living wait
  Lease,      \* the lease of the holder
  ClaimTime,  \* the lease of a grant that was not asked for just now; time is counted in eighths of it
  Rule,       \* who asks when, and what becomes of those who do not:
              \*   "lease"    who is not first asks once a lease, one is told at a hand-over: before issue 11, item 15
              \*   "told"     three are told; who is behind them asks at its place (Redis)
              \*   "dropped"  one is told; who asks passes those by that let their time go by (a table)
  Lossy,      \* whether what is told may be lost
  Bound       \* how long the lock may stay unused, in claim times

VARIABLES
  queue,   \* who waits; the numbers up to Dead are dead
  left,    \* what is left of the lease
  holder,  \* 0, the one at the beginning, or a waiter
  timer,   \* when each of the living asks
  free,    \* since when the lease is over
  unused   \* since when the lock is in no living hands

vars == <<queue, left, holder, timer, free, unused>>
Waiters == 1..(Dead + Living)
Alive == (Dead + 1)..(Dead + Living)
Part == ClaimTime \div 8
Min(a, b) == IF a < b THEN a ELSE b
Max(a, b) == IF a > b THEN a ELSE b
Waits(q, w) == \E i \in 1..Len(q) : q[i] = w
Ahead(q, w) == (CHOOSE i \in 1..Len(q) : q[i] = w) - 1
From(q, i) == SubSeq(q, i, Len(q))

\* recheck() in attempt.lua, LockRow.recheck: when a claim asks again. It has so many ahead; the lease before it lasts so long;
\* late is whether it found the lock free, so that those ahead have missed their time.
Recheck(ahead, lasts, late) ==
  CASE Rule = "lease" -> IF ahead = 0 THEN lasts ELSE Lease
    [] Rule = "told" -> IF late THEN lasts
         ELSE IF ahead < 3 THEN lasts + ahead * Part
         ELSE IF ahead > 3 THEN ahead * ClaimTime
         ELSE Min(lasts + ahead * Part, ahead * ClaimTime)
    [] Rule = "dropped" -> Min(lasts + ahead * ClaimTime, IF ahead = 0 THEN Lease ELSE Min(Lease, (ahead + 1) * ClaimTime))

Init ==
  /\ queue \in {q \in [Waiters -> Waiters] : \A i, j \in Waiters : i # j => q[i] # q[j]}
  /\ timer \in {t \in [Alive -> 0..Max(Lease + 3 * Part, Recheck(Dead + Living, Lease, FALSE))] :
       \A w \in Alive : t[w] <= Recheck(Ahead(queue, w), Lease, FALSE)}
  /\ holder = 0 /\ left = Lease /\ free = 0 /\ unused = 0

\* tellNext() in lock.lua, LockRow.tellNext; those who hear it ask in the middle of the lease that began (Rechecks).
\* On Redis only those are told for whom their place is new, unless the lease before had much time left.
Told(q, early) ==
  IF Rule # "told" THEN {w \in Alive : q # <<>> /\ q[1] = w}
  ELSE {w \in Alive : \E i \in (IF early THEN 1 ELSE 3)..Min(3, Len(q)) : q[i] = w}

\* The first of a line gets the lock for the claim time; own is who asks, and waits on.
HandOver(q, own, early) ==
  /\ holder' = q[1] /\ queue' = From(q, 2) /\ left' = ClaimTime /\ free' = 0
  /\ \E lost \in IF Lossy THEN SUBSET Alive ELSE {{}} :
       timer' = [w \in Alive |->
         IF w = own THEN Recheck(Ahead(queue', w), ClaimTime, TRUE)
         ELSE IF w \in Told(queue', early) \ lost THEN ClaimTime \div 2
         ELSE timer[w]]
  /\ UNCHANGED unused

\* Line.drop: those before the one that asks have each missed a claim time since the lease ended.
Passed(w) == IF Rule = "dropped" THEN Min(free \div ClaimTime, Ahead(queue, w)) ELSE 0

\* A living waiter asks (attempt.lua, LockRow.claim).
Ask(w) ==
  /\ timer[w] = 0 /\ Waits(queue, w) /\ holder \notin Alive
  /\ LET line == From(queue, Passed(w) + 1) IN
     IF left > 0
     THEN /\ timer' = [timer EXCEPT ![w] = Recheck(Ahead(queue, w), left, FALSE)]
          /\ UNCHANGED <<queue, left, holder, free, unused>>
     ELSE HandOver(line, IF line[1] = w THEN 0 ELSE w, FALSE)

\* The holder releases the lock (release.lua, LockRow.release).
Release ==
  /\ holder = 0 /\ left = Lease
  /\ HandOver(queue, 0, TRUE)

\* Time passes, when everybody has asked whose time it is.
Tick ==
  /\ holder \notin Alive
  /\ \A w \in Alive : Waits(queue, w) => timer[w] > 0
  /\ left' = Max(left - 1, 0)
  /\ free' = IF left = 0 THEN free + 1 ELSE 0
  /\ timer' = [w \in Alive |-> Max(timer[w] - 1, 0)]
  /\ unused' = IF holder = 0 /\ left > 0 THEN 0 ELSE unused + 1
  /\ UNCHANGED <<queue, holder>>

Next == Release \/ Tick \/ \E w \in Alive : Ask(w)

Spec == Init /\ [][Next]_vars

\* A lock that is free, or kept by the dead, comes to the living in time.
InTime == unused <= Bound * ClaimTime
=============================================================================
