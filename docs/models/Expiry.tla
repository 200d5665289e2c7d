------------------------------- MODULE Expiry -------------------------------
(***************************************************************************)
(* How long the key of a lock lives in Redis. The lease is a field of the  *)
(* hash; the key's own expiry must come later, or the lock and its token   *)
(* vanish under the holder. So that the usual grant need not touch it, the *)
(* expiry is Retention later than the lease's end, and moved on when less  *)
(* than Slack of that is left: as the hash's field x tells.                *)
(*                                                                         *)
(* Requests are single steps here: Line.tla has those that are lost.       *)
(***************************************************************************)
EXTENDS Integers

CONSTANTS
  Clients,
  Leases,     \* the leases that may be asked for, in ticks
  Retention,  \* how much later than a lease the key expires: an even number
  Slack,      \* a grant leaves the expiry alone if it comes so much later than the lease, at least
  OneTruth    \* whoever moves the key's expiry writes x (false: renewals do not, the rule before issue 11, item 14)

VARIABLES
  holder,  \* the field c
  left,    \* what is left of the lease: the field u:<claim>
  bound,   \* what is left until x
  key,     \* what is left until the key expires; 0 if there is no key
  phase,   \* where the store's clock is between two multiples of half the retention
  believes \* what is left of its lease, by each client's clock

vars == <<holder, left, bound, key, phase, believes>>
Nobody == "nobody"
Half == Retention \div 2
Max(a, b) == IF a > b THEN a ELSE b

Init ==
  /\ holder = Nobody /\ left = 0 /\ bound = 0 /\ key = 0 /\ phase = 0
  /\ believes = [c \in Clients |-> 0]

\* claim-alone.lua, and give() with prolong() in lock.lua: the key's expiry is moved on if x is not far enough away.
Claim(c, lease) ==
  /\ left = 0
  /\ holder' = c /\ left' = lease
  /\ believes' = [believes EXCEPT ![c] = lease]
  /\ IF bound >= lease + Slack THEN UNCHANGED <<bound, key>>
     ELSE key' = lease + Retention /\ bound' = key'
  /\ UNCHANGED phase

\* renew.lua with rearm(): the key's expiry is moved on when the lease's end enters another half of the retention.
Renew(c, lease) ==
  LET ends == Max(left, lease)
      crosses == (phase + left) \div Half # (phase + ends) \div Half
      expiry == ends + Retention
  IN
  /\ holder = c /\ left > 0 /\ believes[c] > 0
  /\ left' = ends
  /\ believes' = [believes EXCEPT ![c] = Max(@, lease)]
  /\ IF ~crosses \/ (OneTruth /\ bound >= ends + Slack) THEN UNCHANGED <<bound, key>>
     ELSE key' = expiry /\ bound' = IF OneTruth THEN expiry ELSE bound
  /\ UNCHANGED <<holder, phase>>

\* release-alone.lua, and vacate() with disarm() in lock.lua, which lets go of a key that would live for long.
Release(c) ==
  /\ holder = c /\ believes[c] > 0
  /\ holder' = Nobody /\ left' = 0
  /\ believes' = [believes EXCEPT ![c] = 0]
  /\ \/ UNCHANGED <<bound, key>>
     \/ OneTruth /\ bound > 3 * Retention /\ bound' = Retention /\ key' = Retention
  /\ UNCHANGED phase

\* Time passes; with the key goes all that it holds.
Tick ==
  /\ phase' = (phase + 1) % Half
  /\ key' = Max(key - 1, 0)
  /\ bound' = IF key' = 0 THEN 0 ELSE Max(bound - 1, 0)
  /\ left' = IF key' = 0 THEN 0 ELSE Max(left - 1, 0)
  /\ holder' = IF left' = 0 THEN Nobody ELSE holder
  /\ believes' = [c \in Clients |-> Max(believes[c] - 1, 0)]

Next ==
  \/ \E c \in Clients : Release(c) \/ \E lease \in Leases : Claim(c, lease) \/ Renew(c, lease)
  \/ Tick

Spec == Init /\ [][Next]_vars

\* At most one client believes that it holds the lock.
OneHolder == \A c, d \in Clients : believes[c] > 0 /\ believes[d] > 0 => c = d

\* The key outlives the lease by a quarter of the retention at least, and what the hash says of it is true.
KeyOutlivesLease == left > 0 => 4 * (key - left) >= Retention
BoundIsTrue == bound = key
=============================================================================
